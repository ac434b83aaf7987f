import type { Messages } from './messages';

export const pt: Messages = {
  title: 'Notificações',
  bell: (unread) => (unread === null ? 'Notificações' : `Notificações, ${unread} não lidas`),
  close: 'Fechar notificações',
  status: { all: 'Todas', unread: 'Não lidas', read: 'Lidas' },
  unreadTab: (unread) => `Não lidas, ${unread}`,
  kindFilter: 'Tipo',
  kind: (kind) => (kind === null ? 'Tudo' : kind === 'question' ? 'Questões' : 'Notas'),
  markAllRead: (kind) =>
    kind === null
      ? 'Marcar todas como lidas'
      : kind === 'question'
        ? 'Marcar todas as questões como lidas'
        : 'Marcar todas as notas como lidas',
  markRead: 'Marcar como lida',
  markUnread: 'Marcar como não lida',
  dismiss: 'Dispensar',
  unread: 'Não lida',
  showNew: (count) => (count === 1 ? '1 nova notificação' : `${count} novas notificações`),
  loading: 'Carregando notificações',
  loadingMore: 'Carregando notificações anteriores',
  endOfList: 'Isso é tudo',
  tryAgain: 'Tentar de novo',
  keys: '↑ ↓ para navegar, R para marcar, Delete para dispensar',

  questionPending: (question) => `${question} está pendente`,
  questionCompliant: (question) => `${question} está em conformidade`,
  compliantNow: 'Em conformidade agora',
  scoreRose: (score) => `A nota subiu para ${score}`,
  scoreFell: (score) => `A nota caiu para ${score}`,
  scoreStayed: (score) => `A nota é ${score}`,
  scoreFirst: (score) => `Primeira nota: ${score}`,
  scoreFromTo: (from, to, delta) => `de ${from} para ${to}, ${delta}`,

  details: {
    question: 'Questão',
    product: 'Produto',
    env: 'Ambiente',
    pillar: 'Pilar',
    resource: 'Recurso',
    validatedAt: 'Última validação',
    occurredAt: 'Ocorrida em',
    receivedAt: 'Recebida em',
    supportGroups: 'Você recebe por',
    gone: 'Esta questão não está mais registrada.',
  },

  empty: {
    all: { title: 'Nada por aqui ainda', hint: 'Questões pendentes e mudanças de nota dos seus produtos tocam aqui.' },
    unread: { title: 'Tudo em dia', hint: 'Novas notificações aparecem aqui assim que acontecem.' },
    read: { title: 'Nada lido ainda', hint: 'O que você marcar como lido fica guardado aqui.' },
  },
  emptyOfKind: { title: 'Nenhuma deste tipo', hint: 'Escolha outro tipo para ver mais.' },

  failure: {
    title: 'Não foi possível carregar suas notificações',
    offline: 'Você está sem conexão. Verifique a rede e tente de novo.',
    unavailable: 'O serviço fez uma pausa. Costuma voltar em menos de um minuto.',
    unauthenticated: 'Sua sessão terminou. Entre de novo para continuar.',
    forbidden: 'Você não tem acesso a estas notificações.',
    other: (reference) =>
      reference === null ? 'Algo deu errado do nosso lado.' : `Algo deu errado do nosso lado (${reference}).`,
    more: 'Não foi possível carregar as notificações anteriores.',
  },
  notDone: {
    read: 'Não foi possível marcar como lida.',
    unread: 'Não foi possível marcar como não lida.',
    readAll: 'Não foi possível marcar todas como lidas.',
    dismiss: 'Não foi possível dispensar.',
    restore: 'Não foi possível trazer de volta.',
  },
  dismissed: (count) => (count === 1 ? 'Notificação dispensada' : `${count} notificações dispensadas`),
  undo: 'Desfazer',

  connection: {
    live: 'Ao vivo',
    connecting: 'Conectando',
    waiting: 'Reconectando',
    waitingHint: 'A conexão ao vivo caiu. O que faltar será buscado quando ela voltar.',
    offline: 'Sem conexão',
    offlineHint: 'Você está sem rede. O que faltar será buscado quando ela voltar.',
    refused: 'Sessão encerrada',
    refusedHint: 'Sua sessão foi recusada. Entre de novo para continuar.',
    reconnect: 'Reconectar agora',
  },
  announce: {
    one: (summary, product, env) => `Nova notificação: ${summary}, ${product}, ${env}`,
    many: (count) => `${count} novas notificações`,
  },
};
