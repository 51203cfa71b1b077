/**
 * Where a phrase may be meant that is not the whole reply. `clear`: in any text. `usual`: in a short reply, or as `common`.
 * `common`: as a sentence of its own, or beside "me", "us", "my" or a word of courtesy, because other sentences have it
 * too.
 */
export type PhraseStrength = 'clear' | 'usual' | 'common';

/** The word whose misspellings count too. */
export const UNSUBSCRIBE = 'unsubscribe';

/** Those that differ from the rule: two words or more are `clear`, one is `usual`. */
export const STRENGTHS: ReadonlyMap<string, PhraseStrength> = new Map([
  ...strong('clear', [UNSUBSCRIBE, 'unsub', 'stopall', 'optout', 'abbestellen', 'désabonner', 'désinscrire']),
  ...strong('clear', ['désinscription', 'désabonnement', 'cancellami', 'cancellatemi', 'rimuovimi']),
  ...strong('clear', ['disiscrivimi', 'disiscrivermi', 'disiscrizione', 'descadastrar', 'descadastre']),
  ...strong('clear', ['uitschrijven', 'avregistrera', 'avanmäl', 'avmeld', 'afmeld', 'wypisz']),
  ...strong('usual', [
    'stop it',
    'stop this',
    'stop now',
    'stop det',
    'stop ermee',
    'hör auf',
    'hören sie auf',
  ]),
  ...strong('usual', ['hou op', 'houd op', 'hold op', 'dar de baja', 'go away', 'no thanks', 'get lost']),
  ...strong('common', ['end', 'avslutt', 'avsluta', 'alto', 'sair', 'stick', 'skrid']),
]);

function strong(strength: PhraseStrength, phrases: string[]): [string, PhraseStrength][] {
  return phrases.map((phrase) => [phrase, strength]);
}

/** Who is meant by a wish, in eleven languages, in the form in which words are compared. */
export const PERSONAL: ReadonlySet<string> = new Set(
  [
    'me us my our myself mich mir uns mein meine meinen meiner unser unsere moi nous mon ma mes nos notre',
    'mi nos mis nuestro nuestra mio mia ci noi nostro nostra meu minha nosso nossa mij ons mijn onze',
    'meg mig mej oss os min mitt mit vår vores vores mnie mi nas nam moj moja moje moj mojego nasz',
  ].flatMap((words) => words.split(' ')),
);
