import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** The distance from the viewport at which a part is loaded. */
const nearPx = 200;

type WhenNearProps = {
  /** Stands in before the children are near. */
  placeholder: ReactNode;
  /** Stands in while they load. */
  fallback: ReactNode;
  children: ReactNode;
};

/** Renders its children, which load when rendered, once they are near the viewport. */
export function WhenNear({ placeholder, fallback, children }: WhenNearProps): ReactNode {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        setNear(true);
      },
      { rootMargin: `${nearPx}px 0px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return isNear ? <Suspense fallback={fallback}>{children}</Suspense> : <div ref={place}>{placeholder}</div>;
}
