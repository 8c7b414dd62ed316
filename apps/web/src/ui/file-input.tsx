import type { ComponentProps, ReactNode } from 'react';

type FileInputProps = Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'capture'> & { onPick: (file: File) => void };

/** Renders the hidden input of a label that opens the device's own way to pick or take a file. */
export function FileInput({ onPick, ...input }: FileInputProps): ReactNode {
  return (
    <input
      {...input}
      type="file"
      className="sr-only"
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        if (file) onPick(file);
        // The browser reports no change if the same file is picked again.
        event.currentTarget.value = '';
      }}
    />
  );
}
