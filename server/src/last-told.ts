/** When each room of the live connections was last told of something, as far as this process heard it. */
export interface LastTold {
  note(room: string): void;
  /** Milliseconds since any of the rooms was told of something; where that is not known, since this listens. */
  age(rooms: string[]): number;
  /** Events may have been missed until now. */
  forget(): void;
}

const ROOMS_KEPT = 20_000;

/** Held in memory: the rooms told last, and one moment for all that were left out. */
export function rememberLastTold(secondsNow: () => number, roomsKept = ROOMS_KEPT): LastTold {
  const told = new Map<string, number>();
  let unknownSince = secondsNow();
  return {
    note(room) {
      // Told last, it stands last: the first one is the longest quiet.
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
