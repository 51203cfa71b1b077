import { ClusterAdapter, type ClusterMessage, type ClusterResponse, MessageType } from 'socket.io-adapter';

/**
 * What Socket.IO does for several servers, over any wire that takes objects: until it is given one, this server is
 * alone (docs/decisions/0014-socket-events-by-notify.md).
 */
export class PeerAdapter extends ClusterAdapter {
  tell: ((message: object) => void) | undefined;

  // Socket.IO makes it, and the inherited one is protected.
  constructor(namespace: unknown) {
    super(namespace);
  }

  /** Does here what another server told. */
  hear(message: unknown): void {
    const told = message as ClusterMessage;
    // Most events are for people who are connected elsewhere.
    const isForNobody =
      told.type === MessageType.BROADCAST && !told.data.opts.rooms.some((room) => this.rooms.has(room));
    if (!isForNobody) this.onMessage(told);
  }

  // Nothing here waits for the others: what this server's own browsers hear is sent at once.
  protected override async doPublish(message: ClusterMessage): Promise<string> {
    this.tell?.(message);
    return '';
  }

  protected override async doPublishResponse(_to: string, response: ClusterResponse): Promise<void> {
    this.tell?.(response);
  }
}
