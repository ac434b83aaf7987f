import { Field, Float, ID, InterfaceType, ObjectType } from 'type-graphql';

import { Compliance, NotificationType, ReadStatus } from './enums';
import { DateTime } from './scalars';

export const resolveType = ({ type }: { type: NotificationType }) =>
  type === NotificationType.QUESTION ? 'QuestionNotification' : 'ScoreNotification';

@InterfaceType('Node', { description: 'Anything that can be fetched by its id.', resolveType })
export abstract class NodeInterface {
  @Field(() => ID, { simple: true })
  readonly id!: string;
}

@InterfaceType('Notification', {
  implements: NodeInterface,
  description: 'One piece of news for one user.',
  resolveType,
})
export abstract class NotificationInterface extends NodeInterface {
  @Field(() => NotificationType)
  readonly type!: NotificationType;

  @Field(() => ReadStatus)
  readonly status!: ReadStatus;

  @Field(() => DateTime, { description: 'When Sino first heard of it; the order of every list.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it happened, as the source tells it.' })
  readonly occurredAt!: Date | undefined;

  @Field(() => DateTime, { nullable: true })
  readonly readAt!: Date | undefined;

  @Field(() => String)
  readonly productId!: string;

  @Field(() => String, { description: 'In lower case: dev, hom, prod, too ...' })
  readonly env!: string;

  @Field(() => String, { nullable: true })
  readonly pillar!: string | undefined;

  @Field(() => [String], { description: 'Why this user received it.' })
  readonly supportGroups!: readonly string[];
}

@ObjectType('QuestionNotification', {
  simpleResolvers: true,
  implements: NotificationInterface,
  description: "A product's compliance question turned pending.",
})
export class QuestionNotificationType extends NotificationInterface {
  @Field(() => String)
  readonly questionId!: string;

  @Field(() => Compliance, { description: 'As it was when this was sent; `question` tells how it is now.' })
  readonly compliance!: Compliance;
}

@ObjectType('ScoreNotification', {
  simpleResolvers: true,
  implements: NotificationInterface,
  description: "An environment's overall score changed.",
})
export class ScoreNotificationType extends NotificationInterface {
  @Field(() => Float, { nullable: true })
  readonly oldScore!: number | undefined;

  @Field(() => Float)
  readonly newScore!: number;

  @Field(() => Float, { nullable: true, description: 'newScore - oldScore.' })
  readonly delta!: number | undefined;
}

@ObjectType('Question', { simpleResolvers: true, description: "The answer to a product's compliance question, as the platform holds it now." })
export class QuestionType {
  @Field(() => ID, { description: 'Unique over products and environments.' })
  readonly id!: string;

  @Field(() => String)
  readonly productId!: string;

  @Field(() => String)
  readonly env!: string;

  @Field(() => String, { nullable: true })
  readonly pillar!: string | undefined;

  @Field(() => Boolean)
  readonly compliant!: boolean;

  @Field(() => String, { nullable: true })
  readonly resource!: string | undefined;

  @Field(() => DateTime, { nullable: true })
  readonly validationTime!: Date | undefined;
}
