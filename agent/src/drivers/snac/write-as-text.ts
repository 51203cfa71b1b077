// Markdown, HTML, emoticons, mentions and hashtags all need one of these; snac finds the links by itself.
const LINK_OR_MARK = /https?:\/\/[^\s<>"'`()]+|[!-/:-@[-`{-~]/g;
const SPACE_THAT_COLLAPSES = /(?<=^| ) /gm;

/** A message as snac must get it, so that people see it as it was written. */
export function writeAsText(message: string): string {
  return message
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(LINK_OR_MARK, (found) => (found.length > 1 ? found : `&#${found.charCodeAt(0)};`))
    .replace(SPACE_THAT_COLLAPSES, '&#160;');
}
