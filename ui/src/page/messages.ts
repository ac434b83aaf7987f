import type { Locale } from '../i18n/locale';

export interface PageMessages {
  readonly playground: string;
  readonly users: string;
  readonly greeting: (name: string) => string;
  readonly waitingForYou: (unread: string | null) => string;
  readonly latest: string;
  readonly latestEmpty: string;
  readonly unread: string;
  readonly connection: string;
  readonly lastArrival: string;
  readonly never: string;
  readonly drawer: string;
  readonly drawerHint: string;
  readonly product: string;
  readonly env: string;
  readonly question: readonly [title: string, hint: string];
  readonly score: readonly [title: string, hint: string];
  readonly burst: readonly [title: string, hint: string];
  readonly drop: readonly [title: string, hint: string];
  readonly written: (count: number) => string;
  readonly dropped: string;
  readonly notWritten: string;
  readonly signIn: string;
  readonly signInHint: string;
  readonly token: string;
  readonly useToken: string;
  readonly signOut: string;
  readonly unreachable: string;
}

const en: PageMessages = {
  playground: 'Playground',
  users: 'Signed in as',
  greeting: (name) => `Hello, ${name}`,
  waitingForYou: (unread) =>
    unread === null
      ? 'Nothing is waiting for you.'
      : unread === '1'
        ? 'One notification is waiting for you.'
        : `${unread} notifications are waiting for you.`,
  latest: 'Latest',
  latestEmpty: 'Nothing has happened yet.',
  unread: 'Unread',
  connection: 'Connection',
  lastArrival: 'Last arrival',
  never: 'None yet',
  drawer: 'Make something happen',
  drawerHint: 'Writes to the source table. The rest is the real pipeline.',
  product: 'Product',
  env: 'Environment',
  question: ['Question pending', 'One control turns non-compliant'],
  score: ['Score change', 'The score of an environment moves'],
  burst: ['Burst of 50', 'Fifty questions at once'],
  drop: ['Drop my socket', 'Watch it come back and catch up'],
  written: (count) => (count === 1 ? '1 source row written' : `${count} source rows written`),
  dropped: 'Socket dropped',
  notWritten: 'That did not work. Is the server running?',
  signIn: 'Sign in to Sino',
  signInHint: 'Paste an access token of your identity provider. It stays in this tab and is gone when you close it.',
  token: 'Access token',
  useToken: 'Continue',
  signOut: 'Sign out',
  unreachable: 'The server cannot be reached. Reload to try again.',
};

const pt: PageMessages = {
  playground: 'Playground',
  users: 'Conectado como',
  greeting: (name) => `Olá, ${name}`,
  waitingForYou: (unread) =>
    unread === null
      ? 'Nada espera por você.'
      : unread === '1'
        ? 'Uma notificação espera por você.'
        : `${unread} notificações esperam por você.`,
  latest: 'Mais recentes',
  latestEmpty: 'Nada aconteceu ainda.',
  unread: 'Não lidas',
  connection: 'Conexão',
  lastArrival: 'Última chegada',
  never: 'Nenhuma ainda',
  drawer: 'Faça algo acontecer',
  drawerHint: 'Grava na tabela de origem. O resto é o pipeline de verdade.',
  product: 'Produto',
  env: 'Ambiente',
  question: ['Questão pendente', 'Um controle sai da conformidade'],
  score: ['Mudança de nota', 'A nota de um ambiente se move'],
  burst: ['Rajada de 50', 'Cinquenta questões de uma vez'],
  drop: ['Derrubar minha conexão', 'Veja-a voltar e se atualizar'],
  written: (count) => (count === 1 ? '1 linha de origem gravada' : `${count} linhas de origem gravadas`),
  dropped: 'Conexão derrubada',
  notWritten: 'Não funcionou. O servidor está no ar?',
  signIn: 'Entrar no Sino',
  signInHint:
    'Cole um token de acesso do seu provedor de identidade. Ele fica só nesta aba e some quando você a fecha.',
  token: 'Token de acesso',
  useToken: 'Continuar',
  signOut: 'Sair',
  unreachable: 'O servidor não responde. Recarregue para tentar de novo.',
};

export function pageMessages({ language }: Locale): PageMessages {
  return language === 'pt' ? pt : en;
}
