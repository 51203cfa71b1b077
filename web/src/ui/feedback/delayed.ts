import { useEffect, useState } from 'react';

/** True once `waiting` has lasted `ms`: faster loads show no skeleton at all. */
export function useDelayed(waiting: boolean, ms = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [waiting, ms]);
  return waiting && late;
}
