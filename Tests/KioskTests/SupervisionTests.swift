import KioskHarness
import Testing

/// Processes that stand still, users that share the display, a machine without time: nothing is left behind.
extension KioskTests.VirtioTests {
    /// The command prints 1,000 lines a second; one of the processes that show them stands still.
    @Test(arguments: ["front", "worker"])
    func aStoppedProcessKeepsNoCommandWaiting(_ victim: String) throws {
        let kiosk = try Kiosk.shared(.virtio)
        let input = try InputScenarios(kiosk)
        let flood = """
            i=0
            while [ $i -lt 5 ]; do
                n=0
                while [ $n -lt 1000 ]; do n=$((n + 1)); echo "$((i * 20 + n / 50))%"; done
                sleep 0.5
                i=$((i + 1))
            done
            exit 3
            """
        for signal in ["CONT", "TERM"] {
            let job = try kiosk.startHUD("run Copying --progress -- sh -c '\(flood)' >/dev/null")
            try kiosk.check("sleep 2")
            let front = try Self.child(of: job.pid, in: kiosk)
            let process = victim == "front" ? front : try Self.child(of: front, in: kiosk)
            try kiosk.check("kill -STOP \(process)")
            // It goes on, or the user gives up.
            let next = signal == "CONT" ? "sleep 2.5; kill -CONT \(process)" : "kill -TERM \(try job.pid)"
            try kiosk.check(next)
            let wanted: Int32 = signal == "CONT" ? 3 : 128 + 15
            #expect(try job.wait(seconds: 40) == wanted, "\(signal): \(job.output)")
            let isAlone = try kiosk.poll(seconds: 8) { try kiosk.run("pgrep -x hud").status == 1 }
            #expect(isAlone, "a process is left")
        }
        try input.expectConsole("after\n", afterTyping: "after\n")
        try input.finish()
    }

    /// The child of a process that is `hud`.
    private static func child(of process: Int32, in kiosk: Kiosk) throws -> Int32 {
        let text = try kiosk.check(
            "for child in $(cat /proc/\(process)/task/\(process)/children); do"
                + " [ \"$(cat /proc/$child/comm)\" = hud ] && echo $child; done; true")
        return try #require(text.split(separator: "\n").first.flatMap { Int32($0) })
    }

    /// Root, a member of `video`, and a user with a service's rights: each makes room for the next, in every order,
    /// whichever of them has made the folder's files.
    @Test func usersMakeRoomForEachOther() throws {
        let kiosk = try Kiosk.shared(.virtio)
        let script = """
            as() {
                case $1 in
                root) shift; "$@" ;;
                member) shift; setpriv --reuid 65534 --regid 65534 --groups video,input "$@" ;;
                service) shift; setpriv --reuid 1234 --regid 1234 --groups video,input "$@" ;;
                esac
            }
            chain() {
                rm -rf /run/kiosk-hud
                [ "$1" = none ] || install -d -m "$1" -g video /run/kiosk-hud
                shift
                pids=
                for user; do
                    as "$user" \(HUDProgram.path) show "$user" --for 3s & pids="$pids $!"
                    sleep 2
                done
                for pid in $pids; do wait $pid || echo "$* failed: $?"; done
            }
            # As root makes it, as systemd-tmpfiles does, and as earlier versions left it.
            chain none root service member
            chain 3770 service root member
            chain 1770 member service root
            rm -rf /run/kiosk-hud
            """
        #expect(try kiosk.check(script, timeout: 120) == "")
    }

    /// What `--json` says of held scans is final: they have been delivered when it is told.
    @Test func theReportAgreesWithWhatFollows() throws {
        let kiosk = try Kiosk.shared(.virtio)
        let input = try InputScenarios(kiosk)
        let scanner = try kiosk.plug(.scanner, name: "Acme Barcode Scanner")
        let reader = try kiosk.readEvents(of: scanner.node)
        let job = try input.show("--json", seconds: 5)
        for _ in 0..<3 { try scanner.scan(String(repeating: "40063813339", count: 3) + "17", pace: 2000) }
        try input.end(job)
        // 36 keys in each of three scans, each down and up.
        let report = try InputReportInGuest(job.output)
        #expect(
            report.input["held"] as? Int == 216, "\(job.output)")
        #expect(report.input["replayed"] as? Int == 216, "\(job.output)")
        #expect(kiosk.poll(seconds: 3) { reader.keys.count == 216 }, "\(reader.keys.count)")
        try reader.stop()
        try scanner.remove()
        try input.finish()
    }

    /// Twenty keyboards, a tenth of one processor, and two programs that want all of it: what is slow does not hang.
    @Test func aSlowMachineIsNoFault() throws {
        let kiosk = try Kiosk.shared(.virtio)
        let input = try InputScenarios(kiosk)
        let script = """
            mkdir -p /tmp/groups && mount -t cgroup2 none /tmp/groups && mkdir -p /tmp/groups/slow
            echo +cpu >/tmp/groups/cgroup.subtree_control
            echo "10000 100000" >/tmp/groups/slow/cpu.max
            pids=
            for n in $(seq 20); do
                input-device keyboard "many $n" >/dev/null & pids="$pids $!"
            done
            sleep 1
            sh -c 'while :; do :; done' & pids="$pids $!"
            sh -c 'while :; do :; done' & pids="$pids $!"
            sh -c 'echo $$ >/tmp/groups/slow/cgroup.procs; exec \(HUDProgram.path) show Tagged --for 5s --json'
            echo "status $?"
            kill $pids
            wait
            rmdir /tmp/groups/slow && umount /tmp/groups
            """
        let output = try kiosk.run(script, timeout: 120).output
        #expect(output.contains("status 0"), "\(output)")
        let open = output.split(separator: "\"state\": \"open\"", omittingEmptySubsequences: false).count - 1
        #expect(open >= 20, "\(output)")
        #expect(!output.contains("hang"), "\(output)")
        try input.finish()
    }
}
