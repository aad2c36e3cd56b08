internal import Glibc

/// Being stopped and continued by the shell that started this process as a job.
package enum JobControl {
    /// Whether there is such a shell: it has made a process group of the job. In the group that leads its session, as of a
    /// command that a remote shell was told, nothing continues a process that is stopped.
    package static var hasShell: Bool { getpgrp() != getsid(0) }

    /// Sends the signal of the stop key to all processes of this job.
    package static func sendStopKey() { kill(0, SIGTSTP) }

    /// Stops this process; returns when it is continued.
    package static func stop() { raise(SIGSTOP) }
}
