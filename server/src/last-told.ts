/** Remembers when each room of the live connections got its last event, as far as this process knows. */
export interface LastTold {
  note(room: string): void;
  /** Milliseconds since any of the rooms got an event; if that is not known, since this process began to listen. */
  age(rooms: string[]): number;
  /** Events may have been missed until now. */
  forget(): void;
}

const ROOMS_KEPT = 20_000;

/** Held in memory: the rooms with the latest events, and one moment for all dropped rooms. */
export function rememberLastTold(secondsNow: () => number, roomsKept = ROOMS_KEPT): LastTold {
  const told = new Map<string, number>();
  let unknownSince = secondsNow();
  return {
    note(room) {
      // The map is in order of events: its first room has been quiet for longest.
      told.delete(room);
      told.set(room, secondsNow());
      const [oldest] = told.size > roomsKept ? told : [];
      if (!oldest) return;
      told.delete(oldest[0]);
      unknownSince = Math.max(unknownSince, oldest[1]);
    },
    age(rooms) {
      const last = Math.max(...rooms.map((room) => told.get(room) ?? unknownSince));
      return Math.floor((secondsNow() - last) * 1000);
    },
    forget() {
      told.clear();
      unknownSince = secondsNow();
    },
  };
}
