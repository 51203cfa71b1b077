import { useState } from 'react';

type Key = number | string;
type Places<Row> = { rows: Row[]; next: number; of: ReadonlyMap<Key, number>; list: number[] };

type RowPlaces<Row> = { rows: Row[]; rowKey: (row: Row) => Key; reusesRows: boolean };

/**
 * The React keys of a page's rows. A row keeps its own key while it is shown; but if rows are reusable and all of them
 * are new, as on the next page, they reuse the elements of the old ones: changing fifty rows takes half the time of
 * making fifty.
 */
export function useRowPlaces<Row>({ rows, rowKey, reusesRows }: RowPlaces<Row>): Key[] {
  const [last, setLast] = useState<Places<Row>>({ rows: [], next: 0, of: new Map(), list: [] });
  if (!reusesRows) return rows.map(rowKey);
  if (last.rows === rows) return last.list;
  const places = placesAfter(last, rows, rowKey);
  setLast(places);
  return places.list;
}

function placesAfter<Row>(last: Places<Row>, rows: Row[], rowKey: (row: Row) => Key): Places<Row> {
  const { of, list } = last;
  let { next } = last;
  const keys = rows.map(rowKey);
  const isOtherPage = !keys.some((key) => of.has(key));
  const places = keys.map((key, index) => (isOtherPage ? list[index] : of.get(key)) ?? next++);
  return { rows, next, of: new Map(keys.map((key, index) => [key, places[index] ?? index])), list: places };
}
