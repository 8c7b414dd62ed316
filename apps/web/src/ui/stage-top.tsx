import type { ReactNode } from 'react';
import { Name } from './name.tsx';
import { BackLink } from './screen-header.tsx';
import { ScreenTitle } from './screen-title.tsx';
import { LightstickCrowd } from './lightstick-crowd.tsx';

type StageTopProps = {
  title: string;
  text?: ReactNode;
  backTo: string;
  /** The name of the whole that this screen is part of, above the title. */
  part?: string;
  trailing?: ReactNode;
  /** The picture on the stage. */
  children?: ReactNode;
  /** Where there is room, the picture stands beside the title instead of beneath it. */
  isBeside?: boolean;
};

/** Shows the stage of a screen that is not one of the five places: the back link, its title, and a picture. */
export function StageTop({
  title,
  text,
  backTo,
  part,
  trailing,
  children,
  isBeside = false,
}: StageTopProps): ReactNode {
  return (
    <header className="stage stage-top px-5 pb-18 text-white">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BackLink to={backTo} onStage />
        {trailing}
      </div>
      <div className={isBeside ? 'picture-beside' : undefined}>
        <div>
          {part === undefined ? null : (
            <p className="mt-4 text-small font-bold text-gold">
              <Name>{part}</Name>
            </p>
          )}
          <ScreenTitle className={`${part === undefined ? 'mt-4' : ''} text-screen font-extrabold text-white`}>
            {title}
          </ScreenTitle>
          {text === undefined ? null : <p className="mt-1.5 text-body font-medium text-pretty">{text}</p>}
        </div>
        {children === undefined ? null : <div className="mt-5">{children}</div>}
      </div>
      <LightstickCrowd />
    </header>
  );
}
