import { directionOf, summaryOf } from '../src/bell/summary';
import { en } from '../src/i18n/en';
import { createFormat } from '../src/i18n/format';
import { pt } from '../src/i18n/pt';
import { question, score } from './support/notifications';

describe('the summary of a notification', () => {
  it('says which question is pending', () => {
    expect(summaryOf(question(1), en, createFormat('en'))).toBe('PRRCON38 is pending');
    expect(summaryOf(question(1), pt, createFormat('pt'))).toBe('PRRCON38 está pendente');
  });

  it('says where a score went', () => {
    expect(summaryOf(score(1), en, createFormat('en'))).toBe('Score fell to 79');
    expect(summaryOf(score(1, { newScore: 90.5 }), pt, createFormat('pt'))).toBe('A nota subiu para 90,5');
    expect(summaryOf(score(1, { oldScore: null }), en, createFormat('en'))).toBe('First score: 79');
  });

  it('takes the direction from the scores themselves', () => {
    expect(directionOf(score(1, { oldScore: 5, newScore: 5 }))).toBe('level');
    expect(directionOf(score(1, { oldScore: 5, newScore: 6 }))).toBe('up');
    expect(directionOf(score(1, { oldScore: null }))).toBe('first');
  });
});
