import { ClusterAdapter, type ClusterMessage, type ClusterResponse, MessageType } from 'socket.io-adapter';

/**
 * What Socket.IO does for several servers, over any wire that takes objects: until it is given one, this server is
 * alone (docs/decisions/0014-socket-events-by-notify.md).
 */
export class PeerAdapter extends ClusterAdapter {
  tell: ((message: object) => void) | undefined;
  /** Is called with each room that is told of something, here or by another server, whether or not anybody is in it. */
  onTold: ((room: string) => void) | undefined;

  // Socket.IO makes it, and the inherited one is protected.
  constructor(namespace: unknown) {
    super(namespace);
  }

  /** Does here what another server told. */
  hear(message: unknown): void {
    const told = message as ClusterMessage;
    this.noteTold(told);
    // Most events are for people who are connected elsewhere.
    const isForNobody =
      told.type === MessageType.BROADCAST && !told.data.opts.rooms.some((room) => this.rooms.has(room));
    if (!isForNobody) this.onMessage(told);
  }

  // Nothing here waits for the others: what this server's own browsers hear is sent at once.
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
