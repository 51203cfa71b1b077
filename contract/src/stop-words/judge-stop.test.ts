import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeStop, prepareStopWords } from './judge-stop.ts';
import { STOP_LANGUAGES, STOP_WORD_LENGTH_MAX } from './languages.ts';
import { STOP_PHRASES } from './phrases.ts';
import { WISHES } from './wishes.ts';
import { plainText } from './words-of.ts';

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

test('what phone companies know as a stop is sure alone, and at most perhaps in a sentence', () => {
  const sure = [
    'STOPALL',
    'Stop all',
    'cancel',
    'QUIT',
    'End.',
    'REVOKE',
    'unsub',
    'Remove!',
    'please cancel',
  ];
  assert.deepEqual(judged(english, sure), { sure });
  const perhaps = [
    'I have to cancel',
    'please remove the other one',
    'Quit?',
    'Can you end my subscription',
    'Enough of it. End. I mean it',
  ];
  assert.deepEqual(judged(english, perhaps), { perhaps });
  const no = ['See you at the end of the week', 'The end was my favourite', 'Weekend!'];
  assert.deepEqual(judged(english, no), { no });
});

test('signs that mean a stop are sure where no word stands beside them', () => {
  const sure = ['🛑', '⛔️', '🚫🚫🚫', '🛑 🙏', 'please 🚫', '🛑!'];
  assert.deepEqual(judged(english, sure), { sure });
  const no = ['Love it 🚫🐟', '🙏', '✋'];
  assert.deepEqual(judged(english, no), { no });
});

test('stretched, spaced and misspelled words are the words that are meant', () => {
  const sure = [
    'stooop',
    'STOPPPP!!!',
    's.t.o.p',
    'S T O P please',
    's-t-o-o-o-p',
    'unsuscribe',
    'Unsubcribe me',
    'unsubsrcibe',
    'un-subscribe',
    'unnnsubscribe',
    'pleeease stop',
  ];
  assert.deepEqual(judged(english, sure), { sure });
  assert.deepEqual(judged(all, ['Baaaasta', 'arrrrêtez', 'a.f.m.e.l.d']), {
    sure: ['Baaaasta', 'arrrrêtez', 'a.f.m.e.l.d'],
  });
  const no = ['subscribe', 'Stoop', 'Sooo good, u.s.a. all the way', 'undescribed'];
  assert.deepEqual(judged(english, no), { no });
});

test('a wish in a long text is perhaps where it stands on its own, beside me or my, or after please', () => {
  const perhaps = [
    'Hello and thank you so much for thinking of me, the pots are lovely, but could you please stop, we have moved away',
    'I know that you mean well and I liked the first two of these very much indeed. Stop. Have a good summer all of you',
    'Thank you for the kind words about the garden and all that, but I would be glad if you could remove me from all this now',
    'Dear both, it was a pleasure at the fair last year, but these days I would be glad not to get any more messages, so do not write to me',
    'As I told the other one already, and the one before, I will not buy anything ever, so kindly cancel, and greet the cat from all here',
  ];
  assert.deepEqual(judged(english, perhaps), { perhaps });
  const no = [
    'I could not stop laughing when the cat walked over the wet clay, and then the whole family came to see it too',
    'We have got to stop this terrible bill from passing, so tell everybody that you know to call the two senators today',
    'In the end we took the blue one and the green one, and all of the guests at the table asked where it was from',
  ];
  assert.deepEqual(judged(english, no), { no });
  const others = [
    'Guten Tag, danke für die nette Nachricht und die schönen Bilder von der Ausstellung, aber bitte stoppen, wir sind leider umgezogen und haben keinen Platz',
    'Bonjour et merci pour votre gentil message au sujet des tasses bleues, mais nous avons déménagé cet été. Arrêtez. Bonne continuation à toute la famille',
  ];
  assert.deepEqual(judged(all, others), { perhaps: others });
});

test('a short wish is perhaps, in each language', () => {
  const texts = [
    'lose my number',
    'No thanks!',
    'no, thank you',
    'Go away',
    'Please lose my number',
    'delete my data',
  ];
  assert.deepEqual(judged(english, texts), { perhaps: texts });
  for (const language of STOP_LANGUAGES) {
    const own = prepareStopWords({ languages: [language], words: [] });
    const wishes = [...WISHES[language]];
    assert.deepEqual(judged(own, wishes), { perhaps: wishes }, language);
    assert.equal(new Set(wishes).size, wishes.length, language);
  }
});

test('of a text that becomes long once it is decomposed, as much is read as of any other', () => {
  assert.ok(plainText('\ufdfa'.repeat(2_000)).length <= 4_000);
  assert.equal(judgeStop(`stop. ${'\ufdfa'.repeat(2_000)}`, all), 'perhaps');
});
