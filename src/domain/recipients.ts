/** Who in which support group is told about a product. */
export interface MapEntry {
  readonly productId: string;
  readonly supportGroup: string;
  readonly users: readonly string[];
}

export interface Recipient {
  readonly user: string;
  readonly supportGroups: readonly string[];
}

/** A user in two groups is one recipient that names both. */
export function recipientsOf(entries: readonly MapEntry[]): Recipient[] {
  const groupsByUser = new Map<string, string[]>();
  for (const { supportGroup, users } of entries) {
    for (const user of new Set(users)) {
      const groups = groupsByUser.get(user);
      if (groups) groups.push(supportGroup);
      else groupsByUser.set(user, [supportGroup]);
    }
  }
  return Array.from(groupsByUser, ([user, supportGroups]) => ({ user, supportGroups }));
}
