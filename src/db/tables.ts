import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

import { SOURCE_INDEX, STATUS_INDEX, TYPE_INDEX } from './keys';

export interface IndexDefinition {
  readonly name: string;
  readonly range: string;
}

export interface TableDefinition {
  readonly name: string;
  readonly hash: string;
  readonly range: string;
  readonly indexes: readonly IndexDefinition[];
  readonly hasStream: boolean;
  readonly ttlAttribute: string | undefined;
  /** A table of the platform's: its index names are the platform's business. */
  readonly isForeign: boolean;
}

export interface TableNames {
  readonly source: string;
  readonly notifications: string;
  readonly consumer: string;
  readonly deadLetters: string;
}

/** What local mode creates, what every start checks, and what the CloudFormation template is compared with. */
export function tableDefinitions(names: TableNames): Record<keyof TableNames, TableDefinition> {
  return {
    source: {
      name: names.source,
      hash: 'cod_chav_patc',
      range: 'cod_chav_filg',
      indexes: [{ name: SOURCE_INDEX, range: 'cod_chav_filg_locl' }],
      hasStream: true,
      ttlAttribute: undefined,
      isForeign: true,
    },
    notifications: {
      name: names.notifications,
      hash: 'cod_chav_patc',
      range: 'cod_ordenar_chav',
      indexes: [
        { name: STATUS_INDEX, range: 'status_ordenar' },
        { name: TYPE_INDEX, range: 'tipo_ordenar' },
      ],
      hasStream: true,
      ttlAttribute: 'ttl',
      isForeign: false,
    },
    consumer: consumerTable(names.consumer),
    deadLetters: consumerTable(names.deadLetters),
  };
}

function consumerTable(name: string): TableDefinition {
  return { name, hash: 'pk', range: 'sk', indexes: [], hasStream: false, ttlAttribute: 'ttl', isForeign: false };
}

export function createTableInput(table: TableDefinition): CreateTableCommandInput {
  const attributes = [table.hash, table.range, ...table.indexes.map((index) => index.range)];
  return {
    TableName: table.name,
    BillingMode: 'PAY_PER_REQUEST',
    SSESpecification: { Enabled: true },
    AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchema(table.hash, table.range),
    ...(table.indexes.length > 0 && {
      LocalSecondaryIndexes: table.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(table.hash, index.range),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
    ...(table.hasStream && { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
  };
}

function keySchema(hash: string, range: string): CreateTableCommandInput['KeySchema'] {
  return [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ];
}
