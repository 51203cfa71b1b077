/** The parts of Converse that are used inside its page. */
export interface Converse {
  api: {
    archive: { query(options: object): Promise<ArchivePage> };
    chats: { open(address: string, attributes: object, force: boolean): Promise<Chat | undefined> };
    chatboxes: { get(): Promise<Chat[]> };
    connection: { connected(): boolean | undefined; get(): Connection };
    disco: { supports(feature: string, address: string): Promise<boolean> };
    emojis: { initialize(): Promise<void> };
    send(stanza: object): void;
    listen: { on(event: string, hear: (...values: never[]) => unknown): void };
    user: { login(address: string, password: string): Promise<void> };
    waitUntil(event: string): Promise<unknown>;
  };
  /** The kinds of threads. */
  exports: Record<'ChatBox' | 'MUC', { prototype: { clearUnreadMsgCounter(): void } } | undefined>;
  session: Model;
  state: { connfeedback: Model };
}

interface Model {
  get(name: string): unknown;
  on(event: string, hear: () => void): void;
}

interface Chat extends Model {
  msg_chain?: Promise<void>;
}

interface Connection {
  connect(...values: unknown[]): unknown;
  addHandler(hear: (stanza: Element) => boolean, ...filter: (string | null)[]): void;
}

interface ArchivePage {
  messages: Element[];
  rsm?: Record<'next' | 'previous', (max: number) => { query: object }>;
  complete?: boolean;
  error?: Error;
}

/** Why a message was returned, in the server's words. */
export interface Bounce {
  condition: string;
  words: string;
}

/** The driver's state in the page. */
interface Joined {
  converse?: Converse;
  /** Converse has finished its own start-up. */
  isReady: boolean;
  hasTriedToConnect: boolean;
  /** The result of the last try to connect, while there is no connection. */
  problem?: { isRefused: boolean; words: string };
  /** The id of the last message that Converse began to send. */
  sending?: string;
  /** The returned messages, by id. */
  bounces: Record<string, Bounce>;
  /** The last count of threads with unread messages. */
  unread?: number;
}

declare global {
  interface Window {
    pigeonpost: Joined;
    converse: {
      initialize(settings: Record<string, unknown>, ...more: unknown[]): Promise<unknown>;
      plugins: { add(name: string, plugin: object): void };
      env: {
        $msg(attributes: Record<string, string>): {
          c(name: string, attributes: Record<string, string>): object;
        };
        Strophe: { Status: Record<string, number>; NS: Record<string, string> };
        u: { emojis: { shortnamesToUnicode(text: string): string } };
      };
    };
  }
}

/**
 * Runs in the page before its own scripts: joins Converse as a plugin. In this tab Converse never resends what a lost
 * connection may have dropped, and marks nothing as read, because nobody looks at it: not even the thread that it shows
 * again, as the last one that was open.
 */
export function joinConverse(): void {
  const NAME = 'pigeonpost';
  const joined: Joined = { isReady: false, hasTriedToConnect: false, bounces: {} };
  window.pigeonpost = joined;
  Object.defineProperty(document, 'hidden', { get: () => true });
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  window.addEventListener('converse-loaded', () => {
    const { converse } = window;
    const { initialize } = converse;
    const { Status } = converse.env.Strophe;

    converse.plugins.add(NAME, {
      initialize(this: { _converse: Converse }) {
        const inside = this._converse;
        const { api, state } = inside;
        joined.converse = inside;
        api.listen.on('connectionInitialized', () => {
          const connection = api.connection.get();
          const { connect } = connection;
          connection.connect = (...values) => {
            joined.hasTriedToConnect = true;
            return connect.apply(connection, values);
          };
          for (const kind of [inside.exports.ChatBox, inside.exports.MUC]) {
            if (kind) kind.prototype.clearUnreadMsgCounter = () => {};
          }
        });
        // A message counts as unread if it was kept for the account, but not if the archive shows it first.
        api.listen.on('MAMResult', async () => {
          await api.waitUntil('rosterContactsFetched');
          await api.archive.query({ rsm: { before: '', max: 1 } });
        });
        state.connfeedback.on('change', () => {
          const status = state.connfeedback.get('connection_status');
          const words = String(state.connfeedback.get('message') ?? '');
          if (status === Status.CONNECTED || status === Status.ATTACHED) delete joined.problem;
          if (status === Status.AUTHFAIL) joined.problem = { isRefused: true, words };
          if (status === Status.CONNFAIL) joined.problem ??= { isRefused: false, words };
        });
        const hearBounces = () => api.connection.get().addHandler(hearBounce, null, 'message', 'error');
        api.listen.on('connected', hearBounces);
        api.listen.on('reconnected', hearBounces);
        api.listen.on('getOutgoingMessageAttributes', (_chat: unknown, message: { msgid: string }) => {
          joined.sending = message.msgid;
          return message;
        });
      },
    });

    converse.initialize = async (settings, ...more) => {
      const { whitelisted_plugins = [] } = settings as { whitelisted_plugins?: string[] };
      const ours = {
        enable_smacks: false,
        send_chat_markers: ['received'],
        whitelisted_plugins: [...whitelisted_plugins, NAME],
      };
      const done = await initialize.call(converse, { ...settings, ...ours }, ...more);
      joined.isReady = true;
      return done;
    };
  });

  function hearBounce(stanza: Element): boolean {
    const error = stanza.querySelector(':scope > error');
    const id = stanza.getAttribute('id');
    // One of the person's own clients may return an error while the others accept the message.
    const isFromServer = !stanza.getAttribute('from')?.includes('/');
    if (id && error && isFromServer) {
      const condition =
        [...error.children].find(({ localName }) => localName !== 'text')?.localName ?? 'unknown';
      joined.bounces[id] = { condition, words: error.querySelector(':scope > text')?.textContent ?? '' };
    }
    return true;
  }
}
