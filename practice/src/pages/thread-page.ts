import type { Message, Thread } from '../conversations.ts';
import { type Html, html } from '../html.ts';
import { layout } from './layout.ts';

/** A conversation with its composer. */
export function threadPage(account: string, { person, messages }: Thread): string {
  const content = html`<p><a href="/">Inbox</a></p>
<h1 id="thread" data-person="${person}">${person}</h1>
<ol id="messages" aria-label="Messages" aria-live="polite">${messages.map(messageItem)}</ol>
<p id="status" role="status" data-state="idle"></p>
<form id="composer" class="card">
<label for="text">Message ${person}</label>
<textarea id="text" rows="3" required aria-describedby="keys"></textarea>
<div class="row"><span id="keys">Enter sends, Shift+Enter starts a new line.</span>
<button id="send" type="submit">Send</button></div>
</form>
${tryAgainLater(html`<form method="dialog"><button>OK</button></form>`, false)}`;
  return layout({ title: person, account, script: 'thread.js', content });
}

/** The page shown to a blocked account instead of the conversation. */
export function blockedPage(account: string): string {
  const back = html`<p><a href="/">Back to the inbox</a></p>`;
  return layout({ title: 'Try again later', account, content: tryAgainLater(back, true) });
}

function tryAgainLater(action: Html, isOpen: boolean): Html {
  return html`<dialog id="try-again-later" aria-labelledby="limit"${isOpen ? html` open` : ''}>
<h2 id="limit">Try again later</h2>
<p>This account has been limited. Nothing was sent.</p>
${action}
</dialog>`;
}

function messageItem({ id, at, mine, text }: Message): Html {
  // No white space around the text: readers compare it character by character.
  return html`<li class="message ${mine ? 'mine' : 'theirs'}" data-id="${id}"><p class="text">${text}</p><time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time></li>`;
}
