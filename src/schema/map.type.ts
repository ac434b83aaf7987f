import { Field, InputType, ObjectType } from 'type-graphql';

@ObjectType('NotificationMapEntry', { simpleResolvers: true, description: 'Who in a support group is told about a product.' })
export class NotificationMapEntryType {
  @Field(() => String)
  readonly productId!: string;

  @Field(() => String)
  readonly supportGroup!: string;

  @Field(() => [String])
  readonly users!: readonly string[];
}

@InputType('NotificationMapInput')
export class NotificationMapInput {
  @Field(() => String)
  readonly productId!: string;

  @Field(() => String)
  readonly supportGroup!: string;

  @Field(() => [String], { description: 'Replaces the users that were there.' })
  readonly users!: string[];
}
