const person = document.querySelector('#thread').dataset.person;
const messages = document.querySelector('#messages');
const status = document.querySelector('#status');
const form = document.querySelector('#composer');
const composer = document.querySelector('#text');
const sendButton = document.querySelector('#send');

const REFUSALS = { 401: 'signed_out', 404: 'not_found', 429: 'limited' };

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!sendButton.disabled) void send(composer.value);
});

composer.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});

messages.lastElementChild?.scrollIntoView({ block: 'end' });

async function send(text) {
  sendButton.disabled = true;
  show('sending', 'Sending…');
  try {
    const answer = await fetch(`/direct/${encodeURIComponent(person)}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    if (answer.status >= 500) throw new Error(answer.statusText);
    await showAnswer(answer);
  } catch {
    show('unconfirmed', 'No answer. The message may have arrived or not: reload to see.');
  } finally {
    sendButton.disabled = false;
  }
}

async function showAnswer(answer) {
  const body = await answer.json();
  if (answer.ok) {
    messages.append(messageItem(body));
    messages.lastElementChild.scrollIntoView({ block: 'end' });
    composer.value = '';
    show('sent', 'Sent');
    return;
  }
  status.dataset.refusal = REFUSALS[answer.status] ?? 'other';
  show('refused', `Not sent: ${body.error}`);
  if (answer.status === 429) document.querySelector('#try-again-later').showModal();
}

function show(state, sentence) {
  status.dataset.state = state;
  status.textContent = sentence;
}

function messageItem({ at, text }) {
  const item = document.createElement('li');
  const paragraph = document.createElement('p');
  const time = document.createElement('time');
  item.className = 'message mine';
  paragraph.className = 'text';
  paragraph.textContent = text;
  time.dateTime = at;
  time.textContent = at.slice(0, 16).replace('T', ' ');
  item.append(paragraph, time);
  return item;
}
