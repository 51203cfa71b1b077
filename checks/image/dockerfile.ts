/** One instruction of a Dockerfile, such as `COPY contract contract`. */
export interface Instruction {
  name: string;
  rest: string;
}

/** The instructions in their order, each on one line; comments are left out. */
export function readDockerfile(text: string): Instruction[] {
  const lines = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { name, rest };
    });
}
