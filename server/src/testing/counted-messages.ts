import type { Deps } from '../deps.ts';

/** The same, counting the messages of its steps to the database: the functions that they call, in order. */
export function counting(deps: Deps) {
  const asked: string[] = [];
  const note = (name: string) => {
    asked.push(name);
    return name;
  };
  const counted: Deps = {
    ...deps,
    takeStep: (purpose, work) =>
      deps.takeStep(purpose, (step) =>
        work({
          call: (name, args) => step.call(note(name), args),
          commit: (name, args) => step.commit(note(name), args),
        }),
      ),
  };
  return { counted, asked };
}
