import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STOP_LANGUAGES } from '../stop-words/languages.ts';
import { isMadeByMachine } from './judge-automatic.ts';
import { SIGNS } from './signs.ts';

test('an out-of-office text is a machine\u2019s, in eleven languages', () => {
  const texts = [
    'I am out of office until 12 January',
    'Hello! I\u2019m out of the office and have limited access to my emails.',
    'Automatic reply: on annual leave',
    'Abwesenheitsnotiz: Ich bin bis zum 4. August nicht da.',
    'Guten Tag, ich bin zurzeit nicht im Buero.',
    'Réponse automatique',
    'Estaré ausente hasta el lunes',
    'Sono in ferie fino al 20 agosto',
    'Estou de férias até sexta',
    'Ik ben op vakantie tot 3 mei',
    'Jeg er på ferie til mandag',
    'Jag är på semester till den 2 juli',
    'Automatisk svar',
    'Jestem poza biurem do piątku',
  ];
  assert.deepEqual(
    texts.filter((text) => !isMadeByMachine(text)),
    [],
  );
  for (const language of STOP_LANGUAGES)
    assert.deepEqual(
      SIGNS[language].filter((sign) => !isMadeByMachine(`Hej, ${sign}.`)),
      [],
      language,
    );
});

test('what a person may write is a person\u2019s', () => {
  const texts = [
    'I was out last week, sorry! Two of the blue ones please',
    'Come by my office, I am there until six',
    'Yes please, I am on holiday next week',
    'Is the machine automatic?',
    'Ich komme aus dem Urlaub und hätte gern eine',
    'En vacances, enfin !',
    'Thanks!',
    '',
  ];
  assert.deepEqual(texts.filter(isMadeByMachine), []);
});
