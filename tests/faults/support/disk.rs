//! A disk that can be filled and freed: a small file system, or, if nothing may be mounted, a limit on the size of files
//! instead.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::process::{children, is_root};

/// A small disk.
#[derive(Debug)]
pub struct Disk {
    folder: TempDir,
    is_mounted: bool,
}

impl Disk {
    /// A disk of this many mebibytes. Mounting needs the right to do so, which plain containers don't give.
    pub fn small(mebibytes: u32) -> Self {
        let folder = TempDir::with_prefix_in("portico-faults-disk-", "/tmp").unwrap();
        let is_mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={mebibytes}m,mode=0777"), "tmpfs"])
            .arg(folder.path())
            .output()
            .is_ok_and(|output| output.status.success())
            && std::env::var_os("PORTICO_FAULTS_MOUNT_NOTHING").is_none();
        if !is_mounted {
            println!("nothing can be mounted here: a limit on files stands in for the full disk");
            let _ = Command::new("umount").arg(folder.path()).output();
        }
        Self { folder, is_mounted }
    }

    /// Panics where a limit stands in. Postgres takes it for a fault of its own, not for a full disk.
    pub fn must_be_mounted(&self) {
        let advice = "the right to mount is missing: run as root, in a container with CAP_SYS_ADMIN";
        assert!(self.is_mounted, "{advice}");
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What a program is started through. The signal that comes with the limit would end most programs; a full disk
    /// sends none.
    pub fn through(&self) -> &'static [&'static str] {
        if self.is_mounted { &[] } else { &["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"] }
    }

    /// Leaves no room for this process and what it started.
    pub fn fill(&self, process: u32) {
        if self.is_mounted {
            let mut filler = File::create(self.filler()).unwrap();
            // The last blocks are smaller than a whole one.
            for size in [1 << 16, 1 << 12, 1] {
                while filler.write_all(&vec![0; size]).is_ok() {}
            }
        } else {
            let largest = largest_file(self.folder.path());
            limit(process, &format!("{largest}:unlimited"));
        }
    }

    /// Makes room again.
    pub fn make_room(&self, process: u32) {
        if self.is_mounted {
            std::fs::remove_file(self.filler()).unwrap();
        } else {
            limit(process, "unlimited:unlimited");
        }
    }

    fn filler(&self) -> std::path::PathBuf {
        self.folder.path().join("filler")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_mounted {
            let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).output();
        }
    }
}

fn limit(process: u32, size: &str) {
    for id in std::iter::once(process).chain(children(process)) {
        let mut command = Command::new("setpriv");
        if let (true, Ok(found)) = (is_root(), std::fs::metadata(format!("/proc/{id}"))) {
            // Of another user's process not even root may change limits, where it lacks the capability.
            let (user, group) = (found.uid(), found.gid());
            command.args([&format!("--reuid={user}"), &format!("--regid={group}")]);
            command.arg("--clear-groups");
        }
        let output =
            command.args(["prlimit", "--pid", &id.to_string()]).arg(format!("--fsize={size}")).output().unwrap();
        // A child may have ended meanwhile.
        assert!(output.status.success() || id != process, "{output:?}");
    }
}

fn largest_file(folder: &Path) -> u64 {
    std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| {
            let path = entry.path();
            match std::fs::symlink_metadata(&path) {
                Ok(found) if found.is_dir() => largest_file(&path),
                Ok(found) => found.len(),
                Err(_) => 0,
            }
        })
        .max()
        .unwrap_or(0)
}
