import { useEffect, useRef } from 'react';

/**
 * Takes files that are dropped anywhere in the dialog of the element that the answered ref is given to. Beside the dialog
 * a drop does nothing: the browser would open the file in place of the page.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void) {
  const element = useRef<HTMLDivElement>(null);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const dialog = () => element.current?.closest<HTMLElement>('[role="dialog"]');
    const isInside = ({ target }: Event) => target instanceof Node && dialog()?.contains(target) === true;
    const mark = (isOver: boolean) => element.current?.toggleAttribute('data-over', isOver);
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isInside(event) ? 'copy' : 'none';
      mark(isInside(event));
    };
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      mark(false);
      if (isInside(event)) take.current(files);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && mark(false);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    window.addEventListener('dragleave', leave);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
      window.removeEventListener('dragleave', leave);
    };
  }, []);
  return element;
}
