import { ClusterAdapter, type ClusterMessage, type ClusterResponse, MessageType } from 'socket.io-adapter';

/**
 * Socket.IO's adapter for several servers, over any wire that takes objects; without a wire this server is alone
 * (docs/decisions/0014-socket-events-by-notify.md).
 */
export class PeerAdapter extends ClusterAdapter {
  tell: ((message: object) => void) | undefined;
  /** Called with the room of each event, from here or another server, whether or not a browser is in it. */
  onTold: ((room: string) => void) | undefined;

  // Socket.IO calls it, and the inherited one is protected.
  constructor(namespace: unknown) {
    super(namespace);
  }

  /** Applies another server's message here. */
  hear(message: unknown): void {
    const told = message as ClusterMessage;
    this.noteTold(told);
    // Most events are for users who are connected elsewhere.
    const isForNobody =
      told.type === MessageType.BROADCAST && !told.data.opts.rooms.some((room) => this.rooms.has(room));
    if (!isForNobody) this.onMessage(told);
  }

  // Nothing here waits for the others: events for this server's own browsers are sent at once.
  protected override async doPublish(message: ClusterMessage): Promise<string> {
    this.noteTold(message);
    this.tell?.(message);
    return '';
  }

  protected override async doPublishResponse(_to: string, response: ClusterResponse): Promise<void> {
    this.tell?.(response);
  }

  private noteTold(message: ClusterMessage): void {
    if (message.type !== MessageType.BROADCAST) return;
    for (const room of message.data.opts.rooms) this.onTold?.(room);
  }
}
