// The part of the contract that is measured, as type-graphql classes. Decorators are applied by hand: this is JavaScript.
import { Arg, Ctx, Field, Float, ID, Int, InterfaceType, ObjectType, Query, registerEnumType, Resolver } from 'type-graphql';

import { unreadCount, unreadPage } from './store.mjs';

const enumOf = (name, ...values) => {
  const members = Object.fromEntries(values.map((value) => [value, value]));
  registerEnumType(members, { name });
  return members;
};
const Status = enumOf('NotificationStatus', 'ALL', 'UNREAD', 'READ');
const ReadStatus = enumOf('ReadStatus', 'UNREAD', 'READ');
const Type = enumOf('NotificationType', 'QUESTION', 'SCORE');
const Compliance = enumOf('Compliance', 'PENDING', 'COMPLIANT');

function fieldsOf(target, fields) {
  for (const [name, [type, options]] of Object.entries(fields)) Field(type, options)(target.prototype, name);
}
const optional = { nullable: true };
const common = {
  id: [() => ID], type: [() => Type], status: [() => ReadStatus], createdAt: [() => Date], occurredAt: [() => Date, optional],
  readAt: [() => Date, optional], productId: [() => String], env: [() => String], pillar: [() => String, optional],
  supportGroups: [() => [String]],
};

class Notification {}
fieldsOf(Notification, common);
InterfaceType('Notification', { resolveType: ({ type }) => (type === 'QUESTION' ? 'QuestionNotification' : 'ScoreNotification') })(Notification);

export class QuestionNotification extends Notification {}
fieldsOf(QuestionNotification, { questionId: [() => String], compliance: [() => Compliance] });
ObjectType('QuestionNotification', { implements: Notification })(QuestionNotification);

export class ScoreNotification extends Notification {}
fieldsOf(ScoreNotification, { oldScore: [() => Float, optional], newScore: [() => Float], delta: [() => Float, optional] });
ObjectType('ScoreNotification', { implements: Notification })(ScoreNotification);

class Edge {}
fieldsOf(Edge, { cursor: [() => String], node: [() => Notification] });
ObjectType('NotificationEdge')(Edge);

class PageInfo {}
fieldsOf(PageInfo, { endCursor: [() => String, optional], hasNextPage: [() => Boolean] });
ObjectType('PageInfo')(PageInfo);

class Connection {}
fieldsOf(Connection, { edges: [() => [Edge]], pageInfo: [() => PageInfo] });
ObjectType('NotificationConnection')(Connection);

class UnreadCount {}
fieldsOf(UnreadCount, { count: [() => Int], isCapped: [() => Boolean] });
ObjectType('UnreadCount')(UnreadCount);

export class NotificationResolver {
  async notifications(_status, first, { user }) {
    return unreadPage(user, first ?? 20);
  }

  async unreadCount({ user }) {
    return unreadCount(user);
  }
}
const { prototype } = NotificationResolver;
Reflect.defineMetadata('design:paramtypes', [String, Number, Object], prototype, 'notifications');
Reflect.defineMetadata('design:paramtypes', [Object], prototype, 'unreadCount');
Arg('status', () => Status, { defaultValue: 'ALL' })(prototype, 'notifications', 0);
Arg('first', () => Int, optional)(prototype, 'notifications', 1);
Ctx()(prototype, 'notifications', 2);
Query(() => Connection)(prototype, 'notifications');
Ctx()(prototype, 'unreadCount', 0);
Query(() => UnreadCount)(prototype, 'unreadCount');
Resolver()(NotificationResolver);
