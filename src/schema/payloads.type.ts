import { Field, ID, Int, ObjectType } from 'type-graphql';

import { NotificationChangeKind } from './enums';
import { NotificationInterface } from './notification.type';

@ObjectType('MarkPayload', { simpleResolvers: true })
export class MarkPayloadType {
  @Field(() => [NotificationInterface], { description: 'All that were found, as they are now.' })
  readonly notifications!: readonly NotificationInterface[];

  @Field(() => [ID], { description: 'What this call changed; the others were already as wanted.' })
  readonly changedIds!: readonly string[];

  @Field(() => [ID])
  readonly notFoundIds!: readonly string[];
}

@ObjectType('MarkAllPayload', { simpleResolvers: true })
export class MarkAllPayloadType {
  @Field(() => Int)
  readonly changedCount!: number;

  @Field(() => Boolean, { description: 'False when there was more than one call may mark: call again to go on.' })
  readonly isComplete!: boolean;
}

@ObjectType('DismissPayload', { simpleResolvers: true })
export class DismissPayloadType {
  @Field(() => [ID])
  readonly dismissedIds!: readonly string[];

  @Field(() => [ID])
  readonly notFoundIds!: readonly string[];
}

@ObjectType('NotificationChange', { simpleResolvers: true })
export class NotificationChangeType {
  @Field(() => NotificationChangeKind)
  readonly kind!: NotificationChangeKind;

  @Field(() => ID)
  readonly id!: string;

  @Field(() => NotificationInterface, { nullable: true, description: 'Null once it has left every list: DISMISSED, EXPIRED.' })
  readonly notification!: NotificationInterface | undefined;
}
