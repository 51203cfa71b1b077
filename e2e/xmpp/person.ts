import { once } from 'node:events';

interface Account {
  /** The address of the chat server for browsers. */
  url: string;
  domain: string;
  name: string;
  password: string;
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes a message as a person's chat program does, and waits until the server has it. */
export async function writeAs({ url, domain, name, password }: Account, to: string, text: string) {
  const socket = new WebSocket(url, 'xmpp');
  const left: string[] = [];
  socket.addEventListener('message', ({ data }) => left.push(String(data)));
  const say = async (stanza: string, answer: RegExp): Promise<void> => {
    socket.send(stanza);
    for (;;) {
      const came = left.shift();
      if (came === undefined) await Promise.race([once(socket, 'message'), failOnClose(socket)]);
      else if (answer.test(came)) return;
      else if (came.includes('<failure')) throw new Error(`Prosody refused ${name}: ${came}`);
    }
  };
  const open = `<open xmlns="urn:ietf:params:xml:ns:xmpp-framing" to="${domain}" version="1.0"/>`;
  const login = Buffer.from(`\0${name}\0${password}`).toString('base64');
  const body = text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '');
  try {
    await once(socket, 'open');
    await say(open, /features/);
    const auth = `<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="PLAIN">${login}</auth>`;
    await say(auth, /<success/);
    await say(open, /features/);
    const bind = '<bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"/>';
    await say(`<iq xmlns="jabber:client" type="set" id="bind">${bind}</iq>`, /id=["']bind["']/);
    // Whoever reads it in a window tells the sender so.
    const markable = '<markable xmlns="urn:xmpp:chat-markers:0"/>';
    const id = crypto.randomUUID();
    socket.send(
      `<message xmlns="jabber:client" to="${to}@${domain}" type="chat" id="${id}"><body>${body}</body>${markable}</message>`,
    );
    // The server answers in order.
    const ping = `<iq xmlns="jabber:client" type="get" id="ping" to="${domain}"><ping xmlns="urn:xmpp:ping"/></iq>`;
    await say(ping, /id=["']ping["']/);
  } finally {
    socket.close();
  }
}

async function failOnClose(socket: WebSocket): Promise<never> {
  await once(socket, 'close');
  throw new Error('Prosody closed the connection.');
}
