import { useState } from 'react';

type Key = number | string;
type Places<Row> = { rows: Row[]; next: number; of: ReadonlyMap<Key, number>; list: number[] };

type RowPlaces<Row> = { rows: Row[]; rowKey: (row: Row) => Key; isPassedOn: boolean };

/**
 * The keys of a page's rows for React. A row keeps its own as long as it is shown; but where rows are passed on and all
 * of them are others, as on the next page, they take over the elements of those that went: to change fifty rows takes
 * half the time of making fifty.
 */
export function useRowPlaces<Row>({ rows, rowKey, isPassedOn }: RowPlaces<Row>): Key[] {
  const [last, setLast] = useState<Places<Row>>({ rows: [], next: 0, of: new Map(), list: [] });
  if (!isPassedOn) return rows.map(rowKey);
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
