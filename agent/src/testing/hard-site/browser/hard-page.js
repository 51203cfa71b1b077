import { Schema, Slice } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { createVirtualList } from './virtual-list.js';

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'text*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    text: {},
  },
});
const LIMITED = 429;
const COUNTED_MOST = 40;
const root = document.querySelector('#root');
const [, area, name = ''] = location.pathname.split('/').map(decodeURIComponent);

if (area === 't') await showThread(name);
else await showInbox();

async function showInbox() {
  const heading = element('h1', {}, 'Hearth');
  root.append(heading, element('ul', { 'aria-label': 'Threads', 'aria-busy': 'true' }));
  const { threads } = await (await fetch('/api/unread')).json();
  const list = root.querySelector('ul');
  for (const person of threads) {
    const row = element('li', { class: '_6yU1e', 'data-unread': '' });
    row.append(element('a', { href: `/t/${encodeURIComponent(person)}` }, person));
    list.append(row);
  }
  list.setAttribute('aria-busy', 'false');
}

async function showThread(person) {
  root.append(element('div', { role: 'progressbar', 'aria-label': 'Loading' }));
  const answer = await fetch(`/api/threads/${encodeURIComponent(person)}`);
  root.textContent = '';
  if (answer.status === 404) {
    root.append(element('div', { role: 'alert', class: '_0aW4d' }, 'User not found'));
    return;
  }
  const page = element('main', { class: '_2xQ7f' });
  const header = element('header');
  header.append(element('h2', { class: '_0cE5j' }, person));
  const list = createVirtualList(await answer.json());
  page.append(header, list.element, person === 'closed' ? notice() : composer(person, list));
  root.append(page);
  list.showEnd();
  if (person === 'covered') root.append(element('div', { class: '_8kV2d' }, 'We use cookies. Accept all'));
  const visit = await fetch('/api/visit');
  if ((await visit.json()).isModal) showDialog('Turn on notifications?', 'Not now', 'dialog');
}

function notice() {
  return element('p', {}, 'You cannot message this account unless they follow you.');
}

function composer(person, list) {
  const row = element('div', { class: '_5gR6y' });
  const button = element('button', { type: 'button', 'aria-label': 'Send message', disabled: '' });
  button.append(element('span', { 'aria-hidden': 'true' }, '➤'));
  const counter = element('span', {}, `0 / ${COUNTED_MOST}`);
  if (person === 'counted') row.append(counter);
  if (person === 'drafted') button.addEventListener('pointerover', restoreDraft);
  function restoreDraft() {
    const draft = schema.text('Sorry for the late answer, ');
    view.dispatch(view.state.tr.replaceWith(1, view.state.doc.content.size - 1, draft));
  }
  const isEmpty = () => view.state.doc.textContent.trim() === '';
  const view = new EditorView(row, {
    state: EditorState.create({ schema }),
    attributes: { role: 'textbox', 'aria-label': 'Write a message', 'aria-multiline': 'true' },
    clipboardTextParser: (text) =>
      new Slice(
        schema.node(
          'doc',
          null,
          text
            .split(/\r\n?|\n/)
            .map((line) => schema.node('paragraph', null, line ? [schema.text(line)] : [])),
        ).content,
        1,
        1,
      ),
    handleKeyDown(_, event) {
      if (event.key !== 'Enter') return false;
      if (event.shiftKey) view.dispatch(view.state.tr.split(view.state.selection.from));
      else submit();
      return true;
    },
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      button.disabled = isEmpty();
      const { length } = view.state.doc.textContent;
      counter.textContent = `${length} / ${COUNTED_MOST}`;
      counter.style.color = length > COUNTED_MOST ? '#c00' : '';
    },
  });
  function submit() {
    if (isEmpty()) return;
    const text = view.state.doc.textBetween(0, view.state.doc.content.size, '\n');
    view.dispatch(view.state.tr.delete(0, view.state.doc.content.size));
    void post(person, text, list);
  }
  button.addEventListener('click', submit);
  row.append(button);
  return row;
}

/** The bubble comes first and the answer later. Without an answer it stays on its way. */
async function post(person, text, list) {
  const message = list.add({ isOwn: true, text, mark: 'Sending' });
  const answer = await fetch(`/api/threads/${encodeURIComponent(person)}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  message.mark = answer.ok ? 'Sent' : 'Not delivered';
  list.draw();
  if (answer.status === LIMITED) {
    showDialog('You are sending too fast. Try again later.', 'OK', 'alertdialog');
  }
}

function showDialog(words, action, role) {
  const veil = element('div', { class: '_3mK8z' });
  const dialog = element('div', { role, 'aria-modal': 'true', 'aria-label': words });
  const button = element('button', { type: 'button' }, action);
  button.addEventListener('click', () => veil.remove());
  dialog.append(element('p', {}, words), button);
  veil.append(dialog);
  document.body.append(veil);
}

function element(tag, attributes = {}, text = '') {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
