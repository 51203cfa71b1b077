import type { CampaignKey } from '../../../engine/context.ts';
import type { PlannedText } from './judgement-queries.ts';
import type { JudgedPeople } from './plan-queries.ts';

/** The beginning of a campaign's line, judged. */
export interface JudgedLine extends Pick<JudgedPeople, 'will' | 'own' | 'looked_at'> {
  /** The line is longer. */
  isCut: boolean;
}

interface Asked extends CampaignKey {
  text: PlannedText;
  now: Date;
}

const KEPT_MS = 10_000;
const KEPT_MAX = 1_000;

/**
 * Keeps for ten seconds how much of a line longer than what is judged gets the message, because a page asks each second
 * while its campaign sends. What is judged to the end is judged each time.
 */
export class LongLines {
  readonly #kept = new Map<string, { line: JudgedLine; text: string; atMs: number }>();

  async judge({ text, now, ...key }: Asked, judge: () => Promise<JudgedLine>): Promise<JudgedLine> {
    const name = `${key.user_id} ${key.campaign_id}`;
    const written = JSON.stringify(text);
    const kept = this.#kept.get(name);
    const ageMs = now.getTime() - (kept?.atMs ?? 0);
    if (kept?.text === written && ageMs >= 0 && ageMs < KEPT_MS) return kept.line;
    this.#kept.delete(name);
    const line = await judge();
    if (!line.isCut) return line;
    this.#kept.set(name, { line, text: written, atMs: now.getTime() });
    // The first one is the oldest.
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_MAX) break;
      this.#kept.delete(oldest);
    }
    return line;
  }
}
