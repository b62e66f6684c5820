/** A position (docs/product.md, section 3). */
export interface JobListing {
  id: string
  title: string
  department: string
  description: string
  location: string
  /** `Full-time`, `Part-time`, `Contractor`. */
  type: string
  experience: string
  requirements: readonly string[]
  responsibilities: readonly string[]
  benefits: readonly string[]
  /** ISO 8601 date. */
  datePosted: string
  /** ISO 8601 date; job searches drop the position after it. */
  validThrough?: string
  /** A fictional position: the page says so, and job searches see it as closed (decision 27). */
  isExample: boolean
}

/** Responsibilities and benefits shown (docs/product.md, section 9). */
export const shownLines = 6

const benefits = [
  'Full pay while you learn: four hours a week for reading, courses or a library you want to mend',
  '25 days of leave, and public holidays on top',
  'Health cover for you and your family',
  'A laptop you choose, and a data and power allowance for days at home',
  'Six months of parental leave, for any parent',
  'Your patches to open-source projects go out under your own name',
  'Pension contributions above what the law asks for',
]

export const jobListings: readonly JobListing[] = [
  {
    id: 'full-stack-engineer',
    title: 'Full-stack Engineer',
    department: 'Engineering',
    location: 'Lagos, Nigeria, or remote within two hours of WAT',
    type: 'Full-time',
    experience: '5+ years',
    description:
      'You build what people touch, from the screen on the smallest phone to the service that signs a credential. You care that it is quick, that it can be read by the next person, and that it says something useful when it fails.',
    requirements: [
      'At least five years of building and running web applications',
      'TypeScript at both ends, and an eye for the shortest clear way',
      'Pages that work with a keyboard, a screen reader and a slow connection',
      'Tests that catch the fault and not the weather',
      'Curiosity about cryptography; we teach the rest',
    ],
    responsibilities: [
      'Take a feature from a conversation to something people use',
      'Build screens in React that say what just happened and why it matters',
      'Write the services behind them: issuing, verifying, revoking',
      'Treat every message from outside as hostile, and every failure as yours to explain',
      'Keep personal data out of logs, addresses and browser storage',
      'Review the work of others kindly and thoroughly',
      'Measure before and after, and publish the numbers',
    ],
    benefits,
    isExample: true,
    datePosted: '2026-11-02',
    validThrough: '2026-11-02',
  },
  {
    id: 'devops-engineer',
    title: 'DevOps Engineer',
    department: 'Platform',
    location: 'Abuja, Nigeria, or remote within two hours of WAT',
    type: 'Full-time',
    experience: '3+ years',
    description:
      'You keep the promise that nothing is lost. When a server stops in the middle of a handover, the visitor’s next screen should still be right, and you are the one who has tried it.',
    requirements: [
      'At least three years of running services that people rely on',
      'Linux, containers and one cloud, known well enough to leave it',
      'SQL databases: backing them up and, above all, restoring them',
      'Dashboards and alarms that wake somebody only for good reasons',
      'Scripts that a colleague can read at three in the morning',
    ],
    responsibilities: [
      'Run the services that issue and check credentials, by night as by day',
      'Make a release something that nobody notices',
      'Stop servers on purpose, pull cables, fill disks, and write down what happened',
      'Guard the issuer’s keys and rehearse the day they have to change',
      'Watch load and cost, and say early when one of them runs away',
      'Help operators elsewhere to run the same software without us',
      'Keep the list of what we depend on short and up to date',
    ],
    benefits,
    isExample: true,
    datePosted: '2026-11-02',
    validThrough: '2026-11-02',
  },
]
