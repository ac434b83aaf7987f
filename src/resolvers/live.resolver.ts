import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';

import type { LiveEvent } from '../domain/live-event';
import type { Notification, UnreadCount } from '../domain/notification';
import { UnreadCountType } from '../schema/connection.type';
import { toChange, toNotification } from '../schema/mappers';
import { NotificationInterface } from '../schema/notification.type';
import { NotificationChangeType } from '../schema/payloads.type';
import type { OperationContext } from './context';

interface Subscribing<Arguments = unknown> {
  readonly args: Arguments;
  readonly context: OperationContext;
}

@Resolver()
export class LiveResolver {
  @Subscription(() => NotificationInterface, {
    description: 'New notifications. With `since`: first all that were written after that one, then what comes.',
    subscribe: async ({ args, context }: Subscribing<{ since?: string | null }>) =>
      context.feed.added(context.viewer.user, args.since ?? undefined, context.onOverflow),
  })
  notificationAdded(
    @Root() notification: Notification,
    @Arg('since', () => ID, { nullable: true, description: 'The id of the last notification received.' }) _since?: string,
  ): NotificationInterface {
    return toNotification(notification);
  }

  @Subscription(() => NotificationChangeType, {
    description: 'Everything that happens to notifications, on whichever device.',
    subscribe: async ({ context }: Subscribing) => context.feed.changed(context.viewer.user, context.onOverflow),
  })
  notificationChanged(@Root() event: LiveEvent): NotificationChangeType {
    return toChange(event);
  }

  @Subscription(() => UnreadCountType, {
    description: 'The current count at once, then each change.',
    subscribe: async ({ context }: Subscribing) => context.feed.unreadCounts(context.viewer.user),
  })
  unreadCount(@Root() count: UnreadCount): UnreadCountType {
    return count;
  }
}
