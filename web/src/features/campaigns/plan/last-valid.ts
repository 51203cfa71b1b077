import { useState } from 'react';

/** The last value without an error: what cannot be read is not none. Undefined: there was none yet. */
export function useLastValid<Value>(value: Value, isValid: boolean): Value | undefined {
  const [valid, setValid] = useState(isValid ? value : undefined);
  if (isValid && valid !== value) setValid(value);
  return isValid ? value : valid;
}
