import type { Messages } from './messages';

export const en: Messages = {
  title: 'Notifications',
  bell: (unread) => (unread === null ? 'Notifications' : `Notifications, ${unread} unread`),
  close: 'Close notifications',
  status: { all: 'All', unread: 'Unread', read: 'Read' },
  unreadTab: (unread) => `Unread, ${unread}`,
  kindFilter: 'Type',
  kind: (kind) => (kind === null ? 'Everything' : kind === 'question' ? 'Questions' : 'Scores'),
  markAllRead: (kind) =>
    kind === null ? 'Mark all as read' : kind === 'question' ? 'Mark all questions as read' : 'Mark all scores as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  dismiss: 'Dismiss',
  unread: 'Unread',
  showNew: (count) => (count === 1 ? '1 new notification' : `${count} new notifications`),
  loading: 'Loading notifications',
  loadingMore: 'Loading older notifications',
  endOfList: 'That is everything',
  tryAgain: 'Try again',
  keys: '↑ ↓ to move, R to mark, Delete to dismiss',

  questionPending: (question) => `${question} is pending`,
  questionCompliant: (question) => `${question} is compliant`,
  compliantNow: 'Compliant now',
  scoreRose: (score) => `Score rose to ${score}`,
  scoreFell: (score) => `Score fell to ${score}`,
  scoreStayed: (score) => `Score is ${score}`,
  scoreFirst: (score) => `First score: ${score}`,
  scoreFromTo: (from, to, delta) => `from ${from} to ${to}, ${delta}`,

  details: {
    question: 'Question',
    product: 'Product',
    env: 'Environment',
    pillar: 'Pillar',
    resource: 'Resource',
    validatedAt: 'Last validated',
    occurredAt: 'Happened',
    receivedAt: 'Received',
    supportGroups: 'You get this through',
    gone: 'This question is no longer on record.',
  },

  empty: {
    all: { title: 'Nothing yet', hint: 'Pending questions and score changes of your products will ring here.' },
    unread: { title: 'You are all caught up', hint: 'New notifications will appear here the moment they happen.' },
    read: { title: 'Nothing read yet', hint: 'What you mark as read is kept here.' },
  },
  emptyOfKind: { title: 'None of this type', hint: 'Choose another type to see more.' },

  failure: {
    title: 'We could not load your notifications',
    offline: 'You are offline. Check your connection and try again.',
    unavailable: 'The service is taking a break. It usually comes back within a minute.',
    unauthenticated: 'Your session has ended. Sign in again to continue.',
    forbidden: 'You have no access to these notifications.',
    other: (reference) =>
      reference === null ? 'Something went wrong on our side.' : `Something went wrong on our side (${reference}).`,
    more: 'Older notifications could not be loaded.',
  },
  notDone: {
    read: 'Could not mark it as read.',
    unread: 'Could not mark it as unread.',
    readAll: 'Could not mark everything as read.',
    dismiss: 'Could not dismiss it.',
    restore: 'Could not bring it back.',
  },
  dismissed: (count) => (count === 1 ? 'Notification dismissed' : `${count} notifications dismissed`),
  undo: 'Undo',

  connection: {
    live: 'Live',
    connecting: 'Connecting',
    waiting: 'Reconnecting',
    waitingHint: 'The live connection was lost. What you miss is fetched when it is back.',
    offline: 'Offline',
    offlineHint: 'You are offline. What you miss is fetched when you are back.',
    refused: 'Signed out',
    refusedHint: 'Your session was refused. Sign in again to go on.',
    reconnect: 'Reconnect now',
  },
  announce: {
    one: (summary, product, env) => `New notification: ${summary}, ${product}, ${env}`,
    many: (count) => `${count} new notifications`,
  },
};
