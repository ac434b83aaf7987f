import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';

import { Forbidden } from '../domain/errors';
import { NotificationMapEntryType, NotificationMapInput } from '../schema/map.type';
import type { OperationContext, Viewer } from './context';

const ADMIN = 'admin';

@Resolver()
export class MapResolver {
  @Query(() => [NotificationMapEntryType], { description: 'Role admin.' })
  async notificationMap(@Arg('productId', () => String) productId: string, @Ctx() { viewer, map }: OperationContext) {
    requireAdmin(viewer);
    return map.entriesOf(productId);
  }

  @Mutation(() => NotificationMapEntryType, { description: 'Role admin.' })
  async setNotificationMap(
    @Arg('input', () => NotificationMapInput) input: NotificationMapInput,
    @Ctx() { viewer, map }: OperationContext,
  ) {
    requireAdmin(viewer);
    return map.set(input);
  }

  @Mutation(() => Boolean, { description: 'Role admin. False if there was no such entry.' })
  async deleteNotificationMap(
    @Arg('productId', () => String) productId: string,
    @Arg('supportGroup', () => String) supportGroup: string,
    @Ctx() { viewer, map }: OperationContext,
  ) {
    requireAdmin(viewer);
    return map.delete(productId, supportGroup);
  }
}

function requireAdmin({ roles }: Viewer): void {
  if (!roles.includes(ADMIN)) throw new Forbidden('The notification map is for those with the role admin.');
}
