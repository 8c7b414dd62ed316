import type { ReactNode } from 'react';
import { useComposed } from './composer.ts';
import { SearchIcon } from './icons/more-icons.tsx';

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

/** Shows a field that filters a list while the fan types. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps): ReactNode {
  return (
    <div role="search" className="relative">
      <SearchIcon size={20} className="pointer-events-none absolute top-3.5 left-4 text-mute" />
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        maxLength={40}
        {...useComposed(value, onChange)}
        className={
          'min-h-12 w-full rounded-full border-2 border-transparent ' +
          'bg-surface pr-4 pl-11 text-body placeholder:text-mute'
        }
      />
    </div>
  );
}
