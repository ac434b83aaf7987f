import { chooseLocale } from '../src/i18n/locale';

describe('the locale', () => {
  it('is the first preferred language that the bell speaks', () => {
    expect(chooseLocale(['fr-FR', 'pt-BR', 'en'])).toMatchObject({ tag: 'pt-BR', language: 'pt' });
    expect(chooseLocale(['en-GB'])).toMatchObject({ tag: 'en-GB', language: 'en' });
  });

  it('is English when there is no common language', () => {
    expect(chooseLocale(['fr'])).toMatchObject({ tag: 'en', language: 'en' });
    expect(chooseLocale([])).toMatchObject({ tag: 'en' });
  });

  it('survives tags that are not tags', () => {
    expect(chooseLocale(['en-US@posix']).tag).toBe('en-US');
    expect(chooseLocale(['pt_BR.UTF-8']).tag).toBe('pt-BR');
    expect(chooseLocale(['en-!!']).tag).toBe('en');
  });
});
