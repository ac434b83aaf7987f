export { NotificationBell, type NotificationBellProps } from '../bell/NotificationBell';
export type { Theme } from '../bell/theme';
export type {
  BellNotification,
  NotificationKind,
  QuestionDetails,
  QuestionNotification,
  ScoreNotification,
} from '../model/notification';
export type { GetToken } from '../transport/tokens';
