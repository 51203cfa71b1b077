/** Runs in the page: shows the thread with a person. Throws if the server's archive could not list its messages. */
export async function showThread(person: string): Promise<void> {
  const thread = await window.pigeonpost.converse?.api.chats.open(person, {}, true);
  if (thread?.get('omemo_active')) {
    throw new Error(
      'This thread is encrypted, so that the archive cannot show what was sent. Switch that off in Converse.',
    );
  }
}

/** Runs in the page: whether the thread is shown and can be written in. */
export function isThreadShown(person: string): boolean {
  const thread = [...document.querySelectorAll('converse-chat')].find(
    (one) => one.getAttribute('jid') === person,
  );
  return Boolean(thread?.querySelector('.chat-textarea:not([disabled])'));
}

/** Runs in the page: puts a text into the composer of the thread and returns what Converse would send. */
export async function compose({
  person,
  text,
}: {
  person: string;
  text: string;
}): Promise<string | undefined> {
  await window.pigeonpost.converse?.api.emojis.initialize();
  const thread = [...document.querySelectorAll('converse-chat')].find(
    (one) => one.getAttribute('jid') === person,
  );
  const composer = thread?.querySelector<HTMLTextAreaElement>('.chat-textarea');
  if (!composer) return undefined;
  composer.value = text;
  composer.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  return window.converse.env.u.emojis.shortnamesToUnicode(composer.value.trim());
}

/** Runs in the page: presses Send once, unless the connection is gone or the composer holds anything else by now. */
export function press({ person, text }: { person: string; text: string }): boolean {
  const { converse } = window.pigeonpost;
  const thread = [...document.querySelectorAll('converse-chat')].find(
    (one) => one.getAttribute('jid') === person,
  );
  const form = thread?.querySelector<HTMLFormElement>('form.chat-message-form');
  const composer = thread?.querySelector<HTMLTextAreaElement>('.chat-textarea');
  if (!form || composer?.value !== text || !converse?.api.connection.connected()) return false;
  delete window.pigeonpost.sending;
  form.requestSubmit();
  return true;
}
