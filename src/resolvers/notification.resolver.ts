import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';

import type { PageArguments } from '../domain/inbox';
import { NotificationConnectionType, UnreadCountType } from '../schema/connection.type';
import { NotificationStatus, NotificationType } from '../schema/enums';
import { toConnection, toNotification, toQuestion } from '../schema/mappers';
import { NodeInterface, NotificationInterface, QuestionNotificationType, QuestionType } from '../schema/notification.type';
import type { OperationContext } from './context';

@ArgsType()
export class NotificationsArgs implements PageArguments {
  @Field(() => NotificationStatus, { defaultValue: NotificationStatus.ALL })
  readonly status!: NotificationStatus;

  @Field(() => NotificationType, { nullable: true })
  readonly type?: NotificationType | null;

  @Field(() => Int, { nullable: true, description: '1 to 100, 20 if neither first nor last is given.' })
  readonly first?: number | null;

  @Field(() => String, { nullable: true })
  readonly after?: string | null;

  @Field(() => Int, { nullable: true })
  readonly last?: number | null;

  @Field(() => String, { nullable: true })
  readonly before?: string | null;
}

@Resolver()
export class NotificationResolver {
  @Query(() => NotificationConnectionType, { description: 'Newest first.' })
  async notifications(@Args() args: NotificationsArgs, @Ctx() { viewer, inbox }: OperationContext) {
    const filter = { status: args.status, type: args.type ?? undefined };
    return toConnection(await inbox.page(viewer.user, filter, args));
  }

  @Query(() => NotificationInterface, { nullable: true })
  async notification(@Arg('id', () => ID) id: string, @Ctx() { viewer, inbox }: OperationContext) {
    const found = await inbox.find(viewer.user, id);
    return found && toNotification(found);
  }

  @Query(() => NodeInterface, { nullable: true })
  async node(@Arg('id', () => ID) id: string, @Ctx() context: OperationContext) {
    return this.notification(id, context);
  }

  @Query(() => UnreadCountType)
  async unreadCount(@Ctx() { viewer, inbox }: OperationContext) {
    return inbox.unreadCount(viewer.user);
  }
}

@Resolver(() => NotificationConnectionType)
export class NotificationConnectionResolver {
  @FieldResolver(() => UnreadCountType)
  async unreadCount(@Ctx() { viewer, inbox }: OperationContext) {
    return inbox.unreadCount(viewer.user);
  }
}

@Resolver(() => QuestionNotificationType)
export class QuestionNotificationResolver {
  @FieldResolver(() => QuestionType, { nullable: true, description: 'As the platform holds it now.' })
  async question(@Root() { productId, questionId, env }: QuestionNotificationType, @Ctx() { questions }: OperationContext) {
    const question = await questions.load({ productId, questionId, env });
    return question && toQuestion(question);
  }
}
