const LONGEST = 31;
const OTHER = 127;

// What people and programs write into a cell that is empty: signs, spreadsheets' errors, and words in the languages that
// the product speaks with strangers.
const isEmpty = words(`
  none|null|undefined|unknown|n/a|n.a.|n.a|n\\a|#n/a|not available|not applicable|not provided|not given|not set|no data|
  blank|(blank)|empty|(empty)|(none)|(null)|(unknown)|[blank]|[empty]|<null>|<none>|missing|unspecified|tbd|tba|tbc|
  #n/a!|#null!|#value!|#ref!|#name?|#div/0!|#num!|#spill!|#calc!|#field!|#error!|#nv|#wert!|#bezug!|#zahl!|#valor!|#valeur!|
  keine|keiner|keines|keine angabe|keine angaben|unbekannt|nicht bekannt|nicht angegeben|nicht vorhanden|k.a.|k. a.|n.v.|leer|
  aucun|aucune|inconnu|inconnue|néant|non renseigné|non renseignée|non communiqué|non disponible|sans objet|vide|(vide)|n.c.|
  ninguno|ninguna|desconocido|desconocida|no disponible|no aplica|sin datos|sin dato|vacío|vacio|s/d|n/d|n.d.|
  nenhum|nenhuma|desconhecido|desconhecida|não informado|não disponível|não aplicável|sem dados|vazio|
  nessuno|nessuna|sconosciuto|sconosciuta|non disponibile|non specificato|vuoto|
  geen|onbekend|niet bekend|niet van toepassing|niet opgegeven|nvt|n.v.t.|n.v.t|leeg|
  brak|brak danych|nieznany|nieznana|nieznane|nie dotyczy|nie podano|b/d|puste|
  ingen|intet|ukendt|ikke oplyst|ikke angivet|ukjent|ikke oppgitt|ikke tilgjengelig|
  inget|okänd|okänt|saknas|uppgift saknas|ej angivet|ej tillgängligt`);
/** Written with one capital they are names of people: Nil, Na, Nan. */
const isEmptyUnlessName = words('na|nil|nan');
// Answers to the question for an account: nobody is called so without @.
const isNone = words(`
  no|nope|nah|nothing|don't have|dont have|have none|not yet|private|deleted|removed|closed|inactive|deactivated|disabled|
  suspended|banned|hidden|secret|anonymous|idk|same|ditto|idem|yes|yep|true|false|x|
  nein|privat|gelöscht|geloescht|gesperrt|geheim|keins|nichts|
  non|privé|privée|prive|supprimé|supprimée|supprime|secreto|privado|privada|eliminado|eliminada|borrado|
  não|nao|excluído|excluido|apagado|apagada|privato|privata|eliminato|eliminata|nee|verwijderd|
  nie|prywatne|prywatny|usunięte|usuniete|usunięty|nej|nei|slettet|raderad|raderat|borttagen|borttaget`);
const ONLY_SIGNS = /^[-–—―_.…?¿!*/\\|~·•"'‐‑−#]{1,24}$/u;
const PLAIN_START = /^[\p{L}\p{N}]/u;

function words(text: string): (cell: string) => boolean {
  return wordSet(text.split('|').map((word) => word.trim()));
}

/** Whether a cell says that it is empty: 'n/a', 'unknown', '-', '#N/A' (docs/behaviour.md#words-for-an-empty-cell). */
export function isEmptyWord(cell: string): boolean {
  const text = cell.trim();
  if (text === '' || isEmpty(text)) return true;
  if (isEmptyUnlessName(text)) return text === text.toLowerCase() || text === text.toUpperCase();
  return !PLAIN_START.test(text) && ONLY_SIGNS.test(text);
}

/** Whether a cell in the column of names says that there is no account. A name behind an @ says none. */
export function isNobody(cell: string): boolean {
  const text = cell.trim();
  return isNone(text) || isEmptyUnlessName(text) || isEmptyWord(text);
}

// What a row below a table is called that sums it up, as it is written in lower case.
const isSum = wordSet(
  (
    'total|totals|sum|sums|subtotal|sub-total|sub total|grand total|count|average|summe|summen|gesamt|gesamtsumme|' +
    'insgesamt|zwischensumme|endsumme|anzahl|somme|sous-total|total général|totaux|totale|totali|somma|subtotale|' +
    'totaal|som|subtotaal|eindtotaal|totales|total general|suma|subtotales|totais|total geral|soma|razem|ogółem|łącznie|' +
    'podsumowanie|suma częściowa|i alt|ialt|totalt|summa|delsumma|delsum|sammanlagt|итого'
  ).split('|'),
);

/** Whether a cell is a word for a sum. A name behind an @ is none. */
export function isSumWord(cell: string): boolean {
  if (isSum(cell)) return true;
  const last = cell.at(-1);
  return (
    (last === ':' || last === '=' || last === ' ' || cell.startsWith(' ')) &&
    isSum(cell.replace(/[:=]\s*$/, '').trim())
  );
}

/**
 * Whether a text is one of these words, which are in lower case. Asked for each cell of a million rows: most texts are
 * told by their length and first letter.
 */
function wordSet(words: readonly string[]): (text: string) => boolean {
  const known = new Set(words);
  const shapes = new Uint8Array((LONGEST + 1) * (OTHER + 1));
  for (const word of words) shapes[shapeOf(word)] = 1;
  return (text) => text.length <= LONGEST && shapes[shapeOf(text)] === 1 && known.has(text.toLowerCase());
}

function shapeOf(text: string): number {
  const first = text.charCodeAt(0) || 0;
  const isCapital = first >= 0x41 && first <= 0x5a;
  return text.length * (OTHER + 1) + Math.min(isCapital ? first + 0x20 : first, OTHER);
}
