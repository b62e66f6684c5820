import { classNames } from './class-names.ts'

/** Each a path; one with a rounded rectangle is shorter as elements. */
const shapes = {
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11m0-11-11 11',
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9" rx="2.5" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>
  ),
  sun: 'M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11" height="11" rx="2.5" />
      <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
    </>
  ),
  enlarge: 'M14 4.5h5.5V10M10 19.5H4.5V14M19.5 4.5 13.5 10.5M4.5 19.5l6-6',
  leave: 'M14 4.5H7a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h7M11 12h9.5m0 0L17 8.5m3.5 3.5L17 15.5',
  back: 'M19 12H5.5m0 0L11 6.5M5.5 12l5.5 5.5',
  next: 'M5 12h13.5m0 0L13 6.5m5.5 5.5L13 17.5',
  down: 'm6 9.5 6 6 6-6',
  menu: 'M4.5 7.5h15M4.5 12h15M4.5 16.5h15',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 11v5M12 7.6v.1',
  warning: 'M12 4.5 20.5 19h-17L12 4.5ZM12 10v4.2M12 16.6v.1',
  printer:
    'M7.5 9V4.5h9V9M7.5 15.5h9v4h-9zM7.5 17h-2a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 5.5 9h13A1.5 1.5 0 0 1 20 10.5v5a1.5 1.5 0 0 1-1.5 1.5h-2',
  star: 'm12 4.2 2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.5-4.8 2.5.9-5.4-3.9-3.8 5.4-.8L12 4.2Z',
  help: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M9.7 9.6a2.4 2.4 0 1 1 3.3 2.2c-.7.3-1 .8-1 1.6M12 16.3v.1',
  retry: 'M19 5v4.5h-4.5M18.6 9.5A7.5 7.5 0 1 0 19.5 13',
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
      <path d="m4.5 7.5 7.5 6 7.5-6" />
    </>
  ),
  phone:
    'M8.2 4.5H5.7c-.8 0-1.3.6-1.2 1.4a15.5 15.5 0 0 0 13.6 13.6c.8.1 1.4-.4 1.4-1.2v-2.5c0-.6-.4-1.1-1-1.2l-2.9-.6c-.4-.1-.9 0-1.2.4l-1.1 1.3a12 12 0 0 1-5-5l1.3-1.1c.4-.3.5-.8.4-1.2l-.6-2.9c-.1-.6-.6-1-1.2-1Z',
  camera:
    'M8.3 6.5 9.6 4.8h4.8l1.3 1.7h2.8a2 2 0 0 1 2 2v8.7a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V8.5a2 2 0 0 1 2-2h2.8ZM8.6 12.8a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 7.5V12l3 2',
  shield: 'M12 3.8 19 6v5.2c0 4.3-2.8 7.3-7 9-4.2-1.7-7-4.7-7-9V6l7-2.2ZM9 11.8l2.2 2.2L15.2 10',
  eye: 'M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6ZM9.4 12a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0',
  upload: 'M12 15.5V4.8m0 0L7.5 9.3M12 4.8l4.5 4.5M4.5 15.5v2a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-2',
  download: 'M12 4.8v10.7m0 0 4.5-4.5M12 15.5 7.5 11M4.5 15.5v2a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-2',
  trash: 'M5 7.5h14M9.5 7.5v-2h5v2M7 7.5l.8 12h8.4l.8-12M10.4 11v5M13.6 11v5',
  wallet:
    'M18 8V6.5a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h12.5a1.5 1.5 0 0 0 1.5-1.5v-8.5A1.5 1.5 0 0 0 18.5 8H6M15.8 13.8v.1',
  confetti:
    'M9.5 8.5 4.5 19.5l11-5a8.5 8.5 0 0 0-6-6ZM14 7.5c.3-1.5.9-2.5 2-3M16.5 10.5c1.4-.4 2.6-.3 3.5.3M18.5 6.5v.1M12.5 4v.1M20 15v.1',
} as const

export type IconName = keyof typeof shapes

interface IconProps {
  name: IconName
  /** Side in CSS pixels. */
  size?: number
  className?: string
}

/** One style for all icons. Decorative: the text beside it or the control's label carries the meaning. */
export function Icon({ name, size = 20, className }: IconProps) {
  const shape = shapes[name]
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('shrink-0', className)}
    >
      {typeof shape === 'string' ? <path d={shape} /> : shape}
    </svg>
  )
}
