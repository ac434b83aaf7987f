import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';

import type { Transition } from '../domain/ports';
import { UnreadCountType } from '../schema/connection.type';
import { NotificationType } from '../schema/enums';
import { toNotification } from '../schema/mappers';
import { DismissPayloadType, MarkAllPayloadType, MarkPayloadType } from '../schema/payloads.type';
import type { OperationContext } from './context';

@Resolver()
export class TransitionResolver {
  @Mutation(() => MarkPayloadType, { description: '1 to 100 ids.' })
  async markRead(@Arg('ids', () => [ID]) ids: string[], @Ctx() context: OperationContext) {
    return mark(ids, 'read', context);
  }

  @Mutation(() => MarkPayloadType, { description: '1 to 100 ids.' })
  async markUnread(@Arg('ids', () => [ID]) ids: string[], @Ctx() context: OperationContext) {
    return mark(ids, 'unread', context);
  }

  @Mutation(() => MarkPayloadType, { description: 'Undoes dismiss, for seven days.' })
  async restore(@Arg('ids', () => [ID]) ids: string[], @Ctx() context: OperationContext) {
    return mark(ids, 'restore', context);
  }

  @Mutation(() => DismissPayloadType, { description: 'Takes 1 to 100 notifications out of every list.' })
  async dismiss(@Arg('ids', () => [ID]) ids: string[], @Ctx() { viewer, inbox }: OperationContext) {
    const { notifications, notFoundIds } = await inbox.transition(viewer.user, ids, 'dismiss');
    return { dismissedIds: notifications.map(({ id }) => id), notFoundIds };
  }

  @Mutation(() => MarkAllPayloadType)
  async markAllRead(
    @Arg('type', () => NotificationType, { nullable: true }) type: NotificationType | null | undefined,
    @Arg('upTo', () => ID, { nullable: true, description: 'The newest to mark. Without it: everything until now.' }) upTo: string | null | undefined,
    @Ctx() { viewer, inbox }: OperationContext,
  ) {
    return inbox.markAllRead(viewer.user, type ?? undefined, upTo ?? undefined);
  }
}

async function mark(ids: string[], wanted: Transition, { viewer, inbox }: OperationContext) {
  const { notifications, changedIds, notFoundIds } = await inbox.transition(viewer.user, ids, wanted);
  return { notifications: notifications.map(toNotification), changedIds, notFoundIds };
}

/** The count is read after the write and only if it is asked for. */
async function countAfterWrite({ viewer, inbox }: OperationContext) {
  return inbox.unreadCountAfterWrite(viewer.user);
}

@Resolver(() => MarkPayloadType)
export class MarkPayloadResolver {
  @FieldResolver(() => UnreadCountType)
  async unreadCount(@Ctx() context: OperationContext) {
    return countAfterWrite(context);
  }
}

@Resolver(() => MarkAllPayloadType)
export class MarkAllPayloadResolver {
  @FieldResolver(() => UnreadCountType)
  async unreadCount(@Ctx() context: OperationContext) {
    return countAfterWrite(context);
  }
}

@Resolver(() => DismissPayloadType)
export class DismissPayloadResolver {
  @FieldResolver(() => UnreadCountType)
  async unreadCount(@Ctx() context: OperationContext) {
    return countAfterWrite(context);
  }
}
