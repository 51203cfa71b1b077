import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeStop, prepareStopWords } from './judge-stop.ts';
import { STOP_LANGUAGES, STOP_WORD_LENGTH_MAX } from './languages.ts';
import { STOP_PHRASES } from './phrases.ts';

const english = prepareStopWords({ languages: ['en'], words: [] });
const all = prepareStopWords({ languages: STOP_LANGUAGES, words: [] });

const judged = (words: typeof english, texts: readonly string[]) => ({
  ...Object.groupBy(texts, (text) => judgeStop(text, words)),
});

test('a reply that is a stop word is sure, whatever its case, signs and courtesy', () => {
  const texts = [
    'STOP 🙏',
    'stop',
    ' Stop!!! ',
    'S\u200bTOP',
    '🛑️ stop ✋🏽',
    'ＳＴＯＰ',
    '"stop"',
    'Please stop.',
    'stop please, thank you',
    'Stop por favor',
    "STOP, s'il vous plaît !",
    'opt-out',
    'Unsubscribe',
    'Don’t write',
    "don't write to me, thanks",
    'dont write to me',
    'DON´T WRITE',
    'leave me\n\nalone',
    'please remove me please',
  ];
  assert.deepEqual(judged(english, texts), { sure: texts });
});

test('a short reply with a stop word among others is perhaps', () => {
  const texts = [
    'I cannot stop thinking of it',
    "don't stop",
    'Count me in! We have got to STOP this terrible bill from passing!!',
    'Don’t write to me again',
    'I will stop by tomorrow',
    'non-stop fun',
    'is this spam?',
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen stop',
  ];
  assert.deepEqual(judged(english, texts), { perhaps: texts });
});

test('a part of a word, a word of a language that is not ticked, or a long text is no stop', () => {
  const texts = [
    'nonstop',
    'stopwatch',
    'Oh lovely, yes please!',
    'Thanks!',
    'please',
    '',
    '🙏',
    'Stopp bitte',
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen stop',
    `${'word '.repeat(390)}stop`,
  ];
  assert.deepEqual(judged(english, texts), { no: texts });
});

test('each language has its words, with accents or without', () => {
  const texts = {
    da: ['Venligst ikke flere beskeder', 'AFMELD', 'lad mig vaere', 'skriv ikke til mig'],
    nl: ['Stoppen alstublieft', 'geen berichten meer', 'Afmelden aub.'],
    en: ['no more messages'],
    fr: ["N'écrivez plus", 'arretez svp', 'Désabonnez-moi, merci', "ne m’écrivez plus s'il te plaît"],
    de: ['Stopp bitte', 'Bitte keine Nachrichten mehr!', 'HÖR AUF', 'Hoer auf!', 'lass mich in ruhe'],
    it: ['Basta, per favore', 'non scrivermi piu', 'Cancellami'],
    no: ['Stopp, vær så snill', 'ikke skriv til meg', 'la meg være'],
    pl: ['Proszę nie pisać', 'nie pisz do mnie', 'Prosze przestan', 'dziękuję, proszę mnie usunąć'],
    pt: ['Por favor, pare', 'nao me escreva mais', 'Obrigado, não tenho interesse'],
    es: ['Basta', 'no más mensajes, gracias', 'NO MAS MENSAJES', 'Déjame en paz'],
    sv: ['Snälla sluta', 'inga fler meddelanden', 'Avregistrera mig tack'],
  };
  for (const language of STOP_LANGUAGES) {
    const own = prepareStopWords({ languages: [language], words: [] });
    assert.deepEqual(judged(own, texts[language]), { sure: texts[language] }, language);
    assert.equal(judgeStop('stop', own), 'sure', language);
  }
});

test('ordinary sentences of eleven languages mean no stop', () => {
  const texts = [
    'Ja tak, det lyder godt!',
    'Leuk, stuur maar een foto',
    'Sounds great, how much is it?',
    'Merci, combien pour deux ?',
    'Klingt gut, was kostet das?',
    'Grazie! Quanto costa?',
    'Så fint, når kan jeg komme?',
    'Dzień dobry, ile to kosztuje?',
    'Quanto custa para dois?',
    'Es para mi madre, gracias',
    'Vad fint! Vad kostar den?',
  ];
  assert.deepEqual(judged(all, texts), { no: texts });
});

test("a user's own words count as ours do, and signs alone are no word", () => {
  const own = prepareStopWords({ languages: [], words: ['Adiós', "c'est bon", '!!', '再见', 'रुको'] });
  assert.deepEqual(
    ['adios', 'C’est bon merci', 'cest bon', '再见', 'रुको', 'stop'].map((text) => judgeStop(text, own)),
    ['sure', 'sure', 'sure', 'sure', 'sure', 'sure'],
  );
  assert.equal(judgeStop('hello', own), 'no');
  assert.equal(judgeStop('रुका', own), 'no');
});

test('each phrase of ours is short, means a stop, and stands once', () => {
  for (const language of STOP_LANGUAGES) {
    const phrases = STOP_PHRASES[language];
    assert.equal(new Set(phrases).size, phrases.length, language);
    const own = prepareStopWords({ languages: [language], words: [] });
    for (const phrase of phrases) {
      assert.ok(phrase.length <= STOP_WORD_LENGTH_MAX, phrase);
      assert.equal(judgeStop(`${phrase}!`, own), 'sure', phrase);
    }
  }
});
