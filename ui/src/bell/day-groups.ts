import { startOfDay } from '../i18n/format';

export interface DayGroup<Item> {
  readonly day: number;
  readonly items: readonly Item[];
}

/** Groups what is already in time order; each day keeps one heading. */
export function groupByDay<Item>(items: readonly Item[], instantOf: (item: Item) => number): readonly DayGroup<Item>[] {
  const groups: { readonly day: number; readonly items: Item[] }[] = [];
  for (const item of items) {
    const day = startOfDay(instantOf(item));
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
}
