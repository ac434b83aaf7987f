import type { TestApp } from './test-app';

type Target = Pick<TestApp, 'database' | 'tables'>;

/** Writes what the compliance platform would write, straight into the source table. */
export async function writeQuestion(
  { database, tables }: Target,
  row: { productId: string; questionId: string; env?: string; compliant: boolean | string; extra?: Record<string, unknown> },
): Promise<void> {
  const env = row.env ?? 'dev';
  await database.put({
    TableName: tables.source,
    Item: {
      cod_chav_patc: row.productId,
      cod_chav_filg: `${row.questionId}#${env}#LATEST`,
      cod_chav_filg_locl: `LATEST#REL#${row.questionId}#${env}`,
      entity: 'Prodcut',
      compliant: row.compliant,
      pillar: 'REL',
      resource: `arn:of:${row.questionId}`,
      event_time: 1_650_000_000,
      ...row.extra,
    },
  });
}

export async function writeScore(
  { database, tables }: Target,
  row: { productId: string; env?: string; pillar?: string; score: number | string },
): Promise<void> {
  const env = row.env ?? 'DEV';
  const pillar = row.pillar ?? 'ALL';
  await database.put({
    TableName: tables.source,
    Item: {
      cod_chav_patc: `score#${row.productId}`,
      cod_chav_filg: `${env}#${pillar}#LATEST`,
      cod_chav_filg_locl: `LATEST#${pillar}#${env}`,
      entity: 'score',
      score: row.score,
      event_time: 12_300_000_000_000_000n,
    },
  });
}

export async function writeMap({ database, tables }: Target, productId: string, supportGroup: string, users: string[]): Promise<void> {
  await database.put({
    TableName: tables.notifications,
    Item: {
      cod_chav_patc: 'notificationmap',
      cod_ordenar_chav: `${productId}#${supportGroup}`,
      status_ordenar: `LATEST#${productId}#${supportGroup}`,
      tipo_ordenar: `LATEST#${supportGroup}#${productId}`,
      userlist: users,
    },
  });
}

/** Awaits a condition of the outside world; the timeout of the test is the only clock. */
export async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
