import type { Thread } from '../conversations.ts';
import { type Html, html } from '../html.ts';
import { layout } from './layout.ts';

/** The list of threads; the unread badge is filled in by script a moment later. */
export function inboxPage(account: string, threads: Thread[]): string {
  const content = html`<h1>Inbox <span id="unread" class="badge" role="status" aria-busy="true"></span></h1>
<form class="search card" action="/people" role="search">
<label for="person">Find a person</label>
<div class="row">
<input id="person" name="name" autocapitalize="none" required maxlength="60">
<button type="submit">Open</button>
</div>
</form>
${threads.length > 0 ? html`<ul class="threads">${threads.map(threadRow)}</ul>` : emptyInbox}`;
  return layout({ title: 'Inbox', account, script: 'inbox.js', content });
}

const emptyInbox = html`<p class="empty">No messages yet. Find a person above and write the first one.</p>`;

/** The person's newest message is there also where a later one is the account's own. */
function threadRow({ person, messages, unread }: Thread): Html {
  const newest = messages.at(-1);
  const theirs = messages.findLast(({ mine }) => !mine);
  return html`<li data-person="${person}">
<a href="/direct/${person}" class="thread${unread ? ' unread' : ''}">
<strong>${person}</strong>${unread ? html` <span class="new">New</span>` : ''}
${theirs ? html`<span class="preview theirs" data-id="${theirs.id}">${theirs.text}</span> <time datetime="${theirs.at}">${theirs.at.slice(0, 16).replace('T', ' ')}</time>` : ''}
${newest?.mine ? html`<span class="preview">You: ${newest.text}</span>` : ''}
</a>
</li>`;
}
