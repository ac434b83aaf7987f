import { Field, Int, ObjectType } from 'type-graphql';

import { NotificationInterface } from './notification.type';

@ObjectType('UnreadCount', { simpleResolvers: true, description: 'Exact up to a cap.' })
export class UnreadCountType {
  @Field(() => Int)
  readonly count!: number;

  @Field(() => Boolean, { description: 'There are more than `count`.' })
  readonly isCapped!: boolean;
}

@ObjectType('PageInfo', { simpleResolvers: true })
export class PageInfoType {
  @Field(() => String, { nullable: true })
  readonly startCursor!: string | undefined;

  @Field(() => String, { nullable: true })
  readonly endCursor!: string | undefined;

  /** Not plain fields: the one that looks back may cost a read, so it is made only if it is asked for. */
  readonly hasNext!: () => Promise<boolean>;
  readonly hasPrevious!: () => Promise<boolean>;

  @Field(() => Boolean)
  async hasNextPage(): Promise<boolean> {
    return this.hasNext();
  }

  @Field(() => Boolean)
  async hasPreviousPage(): Promise<boolean> {
    return this.hasPrevious();
  }
}

@ObjectType('NotificationEdge', { simpleResolvers: true })
export class NotificationEdgeType {
  @Field(() => String, { description: 'Opaque; valid in the list it came from.' })
  readonly cursor!: string;

  @Field(() => NotificationInterface)
  readonly node!: NotificationInterface;
}

@ObjectType('NotificationConnection', { simpleResolvers: true })
export class NotificationConnectionType {
  @Field(() => [NotificationEdgeType])
  readonly edges!: readonly NotificationEdgeType[];

  @Field(() => [NotificationInterface])
  get nodes(): readonly NotificationInterface[] {
    return this.edges.map(({ node }) => node);
  }

  @Field(() => PageInfoType)
  readonly pageInfo!: PageInfoType;
}
