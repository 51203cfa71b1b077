import type { DeliveryKey } from '../change.ts';

// Those of a profile who met one obstacle in a row (docs/engine.md#an-obstacle).

/** How many of a row are kept. */
const MOST_KEPT = 20;
/** So many characters of an obstacle are compared. */
const COMPARED = 300;

/** Somebody who met an obstacle, and whether it cost them a try that can be given back. */
export interface Obstructed extends DeliveryKey {
  counts: boolean;
}

/** What the last people of a profile met, and who they are, the newest last; null: nothing, and nobody. */
export interface ObstacleRow {
  obstacle: string | null;
  obstructed: readonly Obstructed[];
}

/** What the tables say where an agent tells an obstacle: the profile's row, and the numbers of the delivery's campaign. */
export interface ObstacleFacts extends ObstacleRow {
  total_list: number;
  total_sent: number;
  total_failed: number;
}

/** What follows where somebody met an obstacle. */
export interface Meeting {
  /** Whether the profile rests, because enough people in a row met it. */
  isInWay: boolean;
  row: ObstacleRow;
  /** Whose tries are given back: each as often as they lost one. */
  givesBack: DeliveryKey[];
}

export const NO_OBSTACLE: ObstacleRow = { obstacle: null, obstructed: [] };

/** What was in the way, as it is compared: a number in it may count something. Null: nothing was. */
export function obstacleKey(words: string): string | null {
  const compared = [...words]
    .slice(0, COMPARED)
    .join('')
    .replaceAll(/^ +| +$/g, '');
  return compared.toLowerCase().replaceAll(/[0-9]+/g, '0') || null;
}

/** What becomes of a profile's row by one more person, who met this. If the profile rests by that, they lose no try. */
export function meetObstacle(met: string, key: DeliveryKey, facts: ObstacleFacts): Meeting {
  const earlier = facts.obstacle === met ? facts.obstructed : [];
  const isInWay = areEnough([...earlier, key], facts);
  const row = [...earlier, { ...key, counts: true }].slice(-MOST_KEPT);
  return {
    isInWay,
    row: { obstacle: met, obstructed: isInWay ? row.map((one) => ({ ...one, counts: false })) : row },
    givesBack: isInWay ? earlier.filter(({ counts }) => counts).map(toKey) : [],
  };
}

/** Three different people; two, if they are all whom a campaign that has reached nobody has left. */
function areEnough(
  row: readonly DeliveryKey[],
  { total_list, total_sent, total_failed }: ObstacleFacts,
): boolean {
  const areTwoLeft = total_sent === 0 && total_list - total_failed === 2;
  const enough = areTwoLeft ? 2 : 3;
  return new Set(row.slice(-enough).map(({ recipient_id }) => recipient_id)).size === enough;
}

const toKey = ({ campaign_id, recipient_id }: DeliveryKey): DeliveryKey => ({ campaign_id, recipient_id });
