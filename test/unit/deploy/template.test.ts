import { loadConfig, loadServerConfig } from '../../../src/config';
import { createTableInput, tableDefinitions } from '../../../src/db/tables';
import { SOURCE_PATTERNS } from '../../../src/domain/source-filter';
import { isList, listOf, objectsIn, readTemplate, type Json, type Tree } from '../../support/cloudformation';

const { text, template } = readTemplate();
const { Parameters, Resources, Outputs } = template;
const defaults = loadConfig({}).tables;
const definitions = tableDefinitions(defaults);

const resourcesOf = (type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
const propertiesOf = (name: string): Tree => Resources[name]?.Properties ?? {};
const textOf = (value: Json | undefined) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const treeOf = (value: Json | undefined): Tree => (typeof value === 'object' && value !== null && !isList(value) ? value : {});

describe('The tables of the template are those of the code', () => {
  it.each([
    ['NotificationTable', definitions.notifications],
    ['ConsumerTable', definitions.consumer],
    ['DeadLetterTable', definitions.deadLetters],
  ])('%s', (name, definition) => {
    const properties = propertiesOf(name);
    const wanted = createTableInput(definition);
    const { Ref: parameter } = treeOf(properties.TableName);
    expect(Parameters[textOf(parameter)]?.Default).toBe(wanted.TableName);
    expect(properties.BillingMode).toBe(wanted.BillingMode);
    expect(properties.AttributeDefinitions).toEqual(wanted.AttributeDefinitions);
    expect(properties.KeySchema).toEqual(wanted.KeySchema);
    expect(properties.LocalSecondaryIndexes).toEqual(wanted.LocalSecondaryIndexes);
    expect(properties.StreamSpecification).toEqual(
      wanted.StreamSpecification && { StreamViewType: wanted.StreamSpecification.StreamViewType },
    );
    expect(properties.TimeToLiveSpecification).toEqual({ AttributeName: definition.ttlAttribute, Enabled: true });
    expect(properties.SSESpecification).toEqual({ SSEEnabled: wanted.SSESpecification?.Enabled });
  });

  it('are hard to lose', () => {
    const tables = resourcesOf('AWS::DynamoDB::Table');
    expect(tables).toHaveLength(3);
    for (const table of tables) {
      expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
      expect(table.Properties).toMatchObject({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        Tags: [{ Key: 'app', Value: 'notificationcenter' }],
      });
    }
  });

  it('and the source has the name of the code', () => {
    expect(Parameters.SourceTableName?.Default).toBe(defaults.source);
  });
});

describe('The mapping on the source stream', () => {
  const mapping = propertiesOf('CaptureMapping');
  const filters = listOf(treeOf(mapping.FilterCriteria).Filters).map((filter) => textOf(treeOf(filter).Pattern));

  it('filters as the in-process consumer does', () => {
    expect(filters.map((pattern): unknown => JSON.parse(pattern))).toEqual(SOURCE_PATTERNS);
  });

  it('stays within what the service allows', () => {
    expect(filters.length).toBeLessThanOrEqual(5);
    for (const pattern of filters) expect(pattern.length).toBeLessThanOrEqual(4096);
  });

  it('gives up on nothing in silence', () => {
    expect(mapping).toMatchObject({
      EventSourceArn: { Ref: 'SourceStreamArn' },
      StartingPosition: 'TRIM_HORIZON',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: { Ref: 'CaptureRetries' },
      MaximumRecordAgeInSeconds: { Ref: 'CaptureMaxAgeSeconds' },
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['CaptureFailures', 'Arn'] } } },
    });
  });
});

describe('The functions', () => {
  it.each([
    ['CaptureFunction', 'iuconfia_notificationeventcapture', 'notificationeventcapture.zip'],
    ['GetFunction', 'iuconfia_getnotifications', 'getnotifications.zip'],
    ['UpdateFunction', 'iuconfia_updatenotifications', 'updatenotifications.zip'],
  ])('%s has the documents\' name and the code of npm run package', (name, functionName, file) => {
    const properties = propertiesOf(name);
    expect(Parameters[textOf(treeOf(properties.FunctionName).Ref)]?.Default).toBe(functionName);
    expect(treeOf(properties.Code).S3Key).toEqual({ 'Fn::Sub': `\${CodePrefix}/${file}` });
    expect(properties.Handler).toBe('index.handler');
  });

  it('are told only what the configuration knows', () => {
    const known = namesThatConfigReads();
    for (const { Properties } of resourcesOf('AWS::Lambda::Function')) {
      const names = Object.keys(treeOf(treeOf(Properties.Environment).Variables));
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it('are called by the routes of the old API, with a verified token only', () => {
    const routes = resourcesOf('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties);
    expect(routes.map(({ RouteKey }) => RouteKey)).toEqual(['GET /notifications', 'POST /notifications']);
    for (const route of routes) expect(route).toMatchObject({ AuthorizationType: 'JWT', AuthorizerId: { Ref: 'ApiAuthorizer' } });
    for (const { Properties } of resourcesOf('AWS::ApiGatewayV2::Integration')) expect(Properties.PayloadFormatVersion).toBe('2.0');
  });
});

describe('The container service', () => {
  const [container] = listOf(propertiesOf('BffTask').ContainerDefinitions).map(treeOf);
  const environment = Object.fromEntries(
    listOf(container?.Environment).map(treeOf).map(({ Name, Value }) => [textOf(Name), valueOf(textOf(Name), Value)]),
  );

  it('starts with the environment it is given, publishes, and leaves capture to the function', () => {
    const config = loadServerConfig(environment);
    expect(config).toMatchObject({
      host: '0.0.0.0', port: 4000, engine: { kind: 'remote', endpoint: undefined }, createTables: false, tables: defaults,
      auth: { kind: 'jwks' }, jobs: ['publish'], redisUrl: expect.stringMatching(/^rediss:/) as string,
    });
    const known = namesThatConfigReads();
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  });

  it('keeps websockets open and ties no browser to a container', () => {
    expect(propertiesOf('LoadBalancer').LoadBalancerAttributes).toContainEqual({ Key: 'idle_timeout.timeout_seconds', Value: { Ref: 'WebSocketIdleSeconds' } });
    expect(propertiesOf('BffTargets').TargetGroupAttributes).toContainEqual({ Key: 'stickiness.enabled', Value: 'false' });
  });
});

describe('Nobody may do more than needed', () => {
  const statementsOf = (role: string) =>
    listOf(propertiesOf(role).Policies).flatMap((policy) => listOf(treeOf(treeOf(policy).PolicyDocument).Statement)).map(treeOf);
  const actionsOf = (role: string) =>
    [...new Set(statementsOf(role).flatMap(({ Action }) => listOf(Action).map(String)))].filter((action) => action.startsWith('dynamodb:')).sort();

  it('no statement allows everything, or on everything', () => {
    const statements = Object.keys(Resources).flatMap(statementsOf);
    expect(statements.length).toBeGreaterThan(10);
    for (const { Action, Resource } of statements) {
      for (const value of [...listOf(Action), ...listOf(Resource)]) expect(JSON.stringify(value)).not.toContain('*');
    }
  });

  it('a reader only reads, a marker marks, and capture reads nothing of a user\'s', () => {
    expect(actionsOf('GetRole')).toEqual(['dynamodb:Query']);
    expect(actionsOf('UpdateRole')).toEqual(['dynamodb:BatchGetItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem']);
    const query = statementsOf('CaptureRole').find(({ Action }) => Action === 'dynamodb:Query');
    expect(query?.Condition).toEqual({ 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['notificationmap'] } });
  });
});

describe('Somebody is woken', () => {
  it.each([
    ['late capture', 'IteratorAge'], ['batches given up', 'ApproximateNumberOfMessagesVisible'], ['errors of the API', '5xx'],
    ['errors of the containers', 'HTTPCode_Target_5XX_Count'],
  ])('by %s', (_what, metric) => {
    const alarm = resourcesOf('AWS::CloudWatch::Alarm').find(({ Properties }) => Properties.MetricName === metric);
    expect(alarm?.Properties.AlarmActions).toEqual([{ Ref: 'AlarmTopic' }]);
  });

  it('by dead letters, known by the line that both writers log', () => {
    const filters = resourcesOf('AWS::Logs::MetricFilter').map(({ Properties }) => Properties);
    expect(filters.map(({ LogGroupName }) => LogGroupName)).toEqual([{ Ref: 'CaptureLogs' }, { Ref: 'BffLogs' }]);
    for (const { FilterPattern } of filters) expect(FilterPattern).toBe('{ $.msg = "record dead-lettered*" }');
  });
});

describe('The template holds together', () => {
  const names = new Set([...Object.keys(Parameters), ...Object.keys(Resources)]);
  const references = [...objectsIn({ ...Resources, ...Outputs })].flatMap((object) => {
    const attribute = listOf(object['Fn::GetAtt'])[0];
    const inText = typeof object['Fn::Sub'] === 'string' ? [...object['Fn::Sub'].matchAll(/\$\{([\w:]+)/g)].map(([, name]) => name) : [];
    return [object.Ref, attribute, ...inText].filter((name) => name !== undefined).map(String);
  });

  it('refers to nothing that is not there', () => {
    expect(references.filter((name) => !names.has(name) && !name.startsWith('AWS::'))).toEqual([]);
  });

  it('uses every parameter', () => {
    const used = new Set([...references, 'AlarmEmail']);
    expect(Object.keys(Parameters).filter((name) => !used.has(name))).toEqual([]);
  });

  it('uses nothing of YAML that the service does not read', () => {
    expect(text).not.toMatch(/[:-] [&*]\w/);
    expect(text).not.toContain('<<:');
    expect(Buffer.byteLength(text)).toBeLessThan(51_200);
  });
});

/** What a reference would become, as far as the configuration cares. */
function valueOf(name: string, value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (name.startsWith('AUTH_')) return 'https://issuer.example/keys';
  if (name === 'AWS_REGION') return 'us-east-1';
  const { Ref: reference, 'Fn::Sub': pattern } = treeOf(value);
  if (typeof pattern === 'string') return pattern.replace(/\$\{[^}]+\.Port\}/g, '6379').replace(/\$\{[^}]+\}/g, 'x');
  const parameter = treeOf(Resources[textOf(reference)]?.Properties.TableName).Ref ?? reference;
  return textOf(Parameters[textOf(parameter)]?.Default);
}

function namesThatConfigReads(): Set<string> {
  const names = new Set<string>();
  loadConfig(new Proxy({}, { get: (_target, name) => void names.add(String(name)) }));
  // Read by the SDK's own chain, or only when another is set.
  return new Set([...names, 'AWS_REGION', 'AUTH_ISSUER', 'AUTH_AUDIENCE']);
}
