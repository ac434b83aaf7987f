import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { assert, constantFrom, property, record, type Arbitrary } from 'fast-check';

import { streamRecordOf } from '../../../deploy/stream-event';
import { parseSourceRow } from '../../../src/db/source-items';
import { MalformedRecord } from '../../../src/domain/errors';
import { changeOf } from '../../../src/domain/source-change';
import { passesSourceFilter } from '../../../src/domain/source-filter';
import { imagesOf } from '../../../src/stream/images';
import { questionImage, scoreImage, streamRecord } from '../../support/lambda-events';

type Verdict = 'notify' | 'malformed' | 'ignore';

/** The rule alone, without the sieve in front of it. */
function ruleOn(told: DynamoDBRecord): Verdict {
  const { before, after } = imagesOf(streamRecordOf(told));
  try {
    const change = changeOf(told.eventName ?? 'REMOVE', before && parseSourceRow(before), after && parseSourceRow(after));
    return change ? 'notify' : 'ignore';
  } catch (error) {
    if (error instanceof MalformedRecord) return 'malformed';
    throw error;
  }
}

const yes = { BOOL: true };
const no = { BOOL: false };
const question = questionImage;
const score = (value: string, row?: Parameters<typeof scoreImage>[1]) => scoreImage({ N: value }, row);
const misspelt = (entity: string) => ({ ...question(no), entity: { S: entity } });

/** What happens, whether the mapping wakes the function for it, and what the rule then says. */
const EVENTS: [string, DynamoDBRecord, 'kept' | 'dropped', Verdict][] = [
  ['a new question that is pending', streamRecord('INSERT', { after: question(no) }), 'kept', 'notify'],
  ['a question that turns pending', streamRecord('MODIFY', { before: question(yes), after: question(no) }), 'kept', 'notify'],
  ['a new question that is fine', streamRecord('INSERT', { after: question(yes) }), 'dropped', 'ignore'],
  ['a question that turns fine', streamRecord('MODIFY', { before: question(no), after: question(yes) }), 'dropped', 'ignore'],
  ['a question that stays pending', streamRecord('MODIFY', { before: question(no), after: question(no) }), 'dropped', 'ignore'],
  ['a question that is removed', streamRecord('REMOVE', { before: question(no) }), 'dropped', 'ignore'],
  ['a boolean as text', streamRecord('INSERT', { after: question({ S: 'false' }) }), 'kept', 'notify'],
  ['a boolean as text in odd case', streamRecord('INSERT', { after: question({ S: ' FALSE ' }) }), 'kept', 'notify'],
  ['a turn told in texts', streamRecord('MODIFY', { before: question({ S: 'True' }), after: question({ S: 'False' }) }), 'kept', 'notify'],
  ['a turn from text to boolean', streamRecord('MODIFY', { before: question({ S: 'TRUE' }), after: question(no) }), 'kept', 'notify'],
  ['a turn from boolean to text', streamRecord('MODIFY', { before: question(yes), after: question({ S: 'FALSE' }) }), 'kept', 'notify'],
  ['a text that stays false', streamRecord('MODIFY', { before: question({ S: 'false' }), after: question({ S: 'FALSE' }) }), 'kept', 'ignore'],
  ['a text that is true', streamRecord('INSERT', { after: question({ S: 'TRUE' }) }), 'kept', 'ignore'],
  ['a text that is neither', streamRecord('INSERT', { after: question({ S: 'perhaps' }) }), 'kept', 'malformed'],
  ['a number for a boolean', streamRecord('INSERT', { after: question({ N: '0' }) }), 'kept', 'malformed'],
  ['no answer yet', streamRecord('INSERT', { after: question(undefined) }), 'kept', 'ignore'],
  ['a row of the past', streamRecord('INSERT', { after: question(no, { key: 'PRRCON38#dev#2022-04-26' }) }), 'dropped', 'ignore'],
  ['latest in lower case', streamRecord('INSERT', { after: question(no, { key: 'PRRCON38#dev#latest' }) }), 'dropped', 'ignore'],
  ['a key with too few parts', streamRecord('INSERT', { after: question(no, { key: 'PRRCON38#LATEST' }) }), 'kept', 'malformed'],
  ['a key with too many parts', streamRecord('INSERT', { after: question(no, { key: 'A#B#dev#LATEST' }) }), 'kept', 'malformed'],
  ['an entity in the documents\' misspelling', streamRecord('INSERT', { after: misspelt('Prodcut') }), 'kept', 'notify'],
  ['an entity in capitals', streamRecord('INSERT', { after: misspelt('PRODUCT') }), 'kept', 'notify'],
  ['an entity that lies', streamRecord('INSERT', { after: misspelt('score') }), 'kept', 'notify'],
  ['a score that changes', streamRecord('MODIFY', { before: score('24'), after: score('25') }), 'kept', 'notify'],
  ['a score that stays', streamRecord('MODIFY', { before: score('24'), after: score('24') }), 'kept', 'ignore'],
  ['a score that stays, written otherwise', streamRecord('MODIFY', { before: score('24'), after: scoreImage({ S: '24.0' }) }), 'kept', 'ignore'],
  ['a score as text', streamRecord('MODIFY', { before: scoreImage({ S: '24' }), after: scoreImage({ S: '25' }) }), 'kept', 'notify'],
  ['a score that is none', streamRecord('MODIFY', { before: score('24'), after: scoreImage({ S: 'high' }) }), 'kept', 'malformed'],
  ['a first score', streamRecord('INSERT', { after: score('24') }), 'dropped', 'ignore'],
  ['a score that is removed', streamRecord('REMOVE', { before: score('24') }), 'dropped', 'ignore'],
  ['the score of all environments', streamRecord('MODIFY', { before: score('24', { key: 'ALE#ALL#LATEST' }), after: score('25', { key: 'ALE#ALL#LATEST' }) }), 'dropped', 'ignore'],
  ['the same in lower case', streamRecord('MODIFY', { before: score('24', { key: 'ale#ALL#LATEST' }), after: score('25', { key: 'ale#ALL#LATEST' }) }), 'kept', 'ignore'],
  ['an environment that only begins like it', streamRecord('MODIFY', { before: score('24', { key: 'ALERTS#ALL#LATEST' }), after: score('25', { key: 'ALERTS#ALL#LATEST' }) }), 'kept', 'notify'],
  ['a pillar\'s score', streamRecord('MODIFY', { before: score('24', { key: 'DEV#REL#LATEST' }), after: score('25', { key: 'DEV#REL#LATEST' }) }), 'dropped', 'ignore'],
  ['an environment in lower case', streamRecord('MODIFY', { before: score('24', { key: 'dev#ALL#LATEST' }), after: score('25', { key: 'dev#ALL#LATEST' }) }), 'kept', 'notify'],
  ['a score of the past', streamRecord('MODIFY', { before: score('24', { key: 'DEV#ALL#2022' }), after: score('25', { key: 'DEV#ALL#2022' }) }), 'dropped', 'ignore'],
  ['a score of no product', streamRecord('MODIFY', { before: score('24', { partition: 'score#' }), after: score('25', { partition: 'score#' }) }), 'kept', 'malformed'],
  ['a score in an odd partition', streamRecord('MODIFY', { before: score('24', { partition: 'Score#x' }), after: score('25', { partition: 'Score#x' }) }), 'kept', 'malformed'],
];

describe('The filter of the mapping and the rule of the domain', () => {
  it.each(EVENTS)('agree on %s', (_what, told, sieve, verdict) => {
    expect({ sieve: passesSourceFilter(told) ? 'kept' : 'dropped', verdict: ruleOn(told) }).toEqual({ sieve, verdict });
    // The sieve may keep more than the rule wants. It must never lose what somebody would be told, or told to look at.
    if (verdict !== 'ignore') expect(sieve).toBe('kept');
  });

  it('agree on the same event whether a mapping or the stream\'s own API tells it', () => {
    for (const [, told] of EVENTS) expect(passesSourceFilter(streamRecordOf(told))).toBe(passesSourceFilter(told));
  });

  it('lose nothing that is news, in whatever way its parts are combined', () => {
    const answer: Arbitrary<AttributeValue> = constantFrom<AttributeValue[]>(yes, no, { S: 'TRUE' }, { S: 'false' }, { S: 'perhaps' }, { NULL: true });
    const points: Arbitrary<AttributeValue> = constantFrom<AttributeValue[]>({ N: '24' }, { N: '25' }, { S: '24.0' }, { S: 'high' });
    const questionKey = constantFrom('Q#dev#LATEST', 'Q#DEV#LATEST', 'Q#dev#2022', 'Q#LATEST', 'Q#dev#latest');
    const scoreKey = constantFrom('DEV#ALL#LATEST', 'dev#ALL#LATEST', 'ALE#ALL#LATEST', 'ale#ALL#LATEST', 'DEV#REL#LATEST', 'DEV#ALL#2022');
    const partition = constantFrom('score#x', 'score#', 'Score#x', 'score#x#y');
    const eventName = constantFrom('INSERT', 'MODIFY', 'REMOVE');
    const told = (name: 'INSERT' | 'MODIFY' | 'REMOVE', before: DynamoImage, after: DynamoImage) =>
      streamRecord(name, { ...(name !== 'INSERT' && { before }), ...(name !== 'REMOVE' && { after }) });
    const neverLosesNews = (event: DynamoDBRecord) => passesSourceFilter(event) || ruleOn(event) !== 'notify';
    assert(property(record({ eventName, before: answer, after: answer, key: questionKey }), (draw) =>
      neverLosesNews(told(draw.eventName, question(draw.before, draw), question(draw.after, draw)))));
    assert(property(record({ eventName, before: points, after: points, key: scoreKey, partition }), (draw) =>
      neverLosesNews(told(draw.eventName, scoreImage(draw.before, draw), scoreImage(draw.after, draw)))));
  });
});

type DynamoImage = Record<string, AttributeValue>;
